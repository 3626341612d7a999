import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Notice } from "~/ui/parts";
import { RemovalForm } from "~/ui/removal";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getStatement } from "../data/statement-page.server";
import { Publication } from "../ui/publication";
import { StatementLists } from "../ui/statement-lists";

export const meta: MetaFunction = () => [{ title: "Statement · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const statement_id = parseId(args.params.statementId);
  const statement = await callProcedure(getStatement, await createContext(args), { statement_id });
  if (!statement.mapped) throw redirect(paths.statementColumns(statement_id));
  const ids = {
    accept: createSubmissionId(),
    takeBack: createSubmissionId(),
    publish: createSubmissionId(),
    remove: createSubmissionId(),
  };
  return { statement, ids };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/reconcile/:statementId": ({ statement }) => statement.mill,
});

const whole = (text: string | null) => (text && /^\d{1,6}$/.test(text) ? Number(text) : null);

export default function StatementPage() {
  const { statement, ids } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const [accepted, taken, published] = ["accepted", "taken", "published"].map((name) =>
    whole(params.get(name)),
  );
  const refused = whole(params.get("refused"));
  const done =
    accepted !== null && accepted !== undefined
      ? `${accepted} accepted`
      : taken !== null && taken !== undefined
        ? `${taken} taken back`
        : null;
  return (
    <div className="stack loose">
      {published ? <Notice title={`Published to ${formatCount(published, "company", "companies")}`} /> : null}
      {done === null ? null : (
        <Notice tone={refused ? "warn" : ""} title={`${done}${refused ? `, ${refused} refused` : ""}`}>
          {refused ? <p>Each refused load shows the reason.</p> : null}
        </Notice>
      )}
      <StatementLists statement={statement} ids={ids} />
      <Publication statement={statement} submissionId={ids.publish} />
      {statement.may_accept && !statement.published && !statement.matched.some((load) => load.accepted) ? (
        <RemovalForm
          action={paths.statementRemoval(statement.id)}
          submissionId={ids.remove}
          button="Delete this statement"
          what="Its lines are deleted, and no load changes. The file can be read again."
        />
      ) : null}
      <p>
        <a href={paths.reconcile}>Statements</a>
      </p>
    </div>
  );
}
