import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { getStatement } from "../data/statement-page.server";

type Statement = Awaited<ReturnType<typeof getStatement.run>>;

/** Card for a mill's own statement: the supplier of each group of lines, and the companies that have received it. */
export function Publication({ statement: s, submissionId }: { statement: Statement; submissionId: string }) {
  if (!s.publication?.length) return null;
  const open = s.publication.filter(({ published }) => !published).length;
  return (
    <DetailBox title="Publish to suppliers">
      <ul className="rows">
        {s.publication.map(({ name, lines, published }) => (
          <li key={name}>
            {name}{" "}
            <span className="soft small">
              {formatCount(lines, "line")}, {published ? `published ${published.text}` : "not published"}
            </span>
          </li>
        ))}
      </ul>
      {open ? (
        <ActionForm
          action={paths.statementPublication(s.id)}
          submissionId={submissionId}
          button={s.may_accept ? `Publish to ${formatCount(open, "company", "companies")}` : null}
          plain
        >
          <p className="soft small">
            Each company gets the lines of its own loads, compares them with its tickets, and accepts them. It
            can't be taken back.
          </p>
        </ActionForm>
      ) : null}
    </DetailBox>
  );
}
