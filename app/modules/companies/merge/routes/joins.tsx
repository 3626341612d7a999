import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatInstant } from "~/lib/time/time";
import { addDoneParam } from "~/ui/done";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getMergePage, mergeCompanies } from "../data/joins.server";
import { MergeCompanySearch, MergePlanForm } from "../ui/join-parts";

export const meta: MetaFunction = () => [{ title: "Joining companies · Timbertally" }];

const numberIn = (params: URLSearchParams, name: string) => {
  const text = params.get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
};

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { searchParams: asked } = new URL(args.request.url);
  const page = await callProcedure(getMergePage, ctx, {
    q: (asked.get("q") ?? "").slice(0, 100),
    from_id: numberIn(asked, "from_id"),
    to_id: numberIn(asked, "to_id"),
  });
  return {
    ...page,
    done: page.done.map((d) => ({ ...d, at: formatInstant(d.at, ctx.actor.zone, ctx.now) })),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(mergeCompanies, args, { to: () => addDoneParam("/admin/joins", "companies-joined") });

/** Page to merge two entries of the same company. */
export default function MergeCompanies() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="Joining companies"
        lede="When one company is listed twice, like a hauler that two offices added or a contact who signed up. Everything under one entry moves to the other."
      />
      <div className="narrow stack loose">
        <MergeCompanySearch
          q={page.q}
          found={page.found}
          chosen={page.chosen}
          from_id={page.from_id}
          to_id={page.to_id}
        />
        {page.plan ? (
          <MergePlanForm
            plan={page.plan}
            result={result}
            submissionId={result?.submission_id ?? page.submission_id}
          />
        ) : null}
        {page.done.length ? (
          <section className="stack">
            <h2>Joined before</h2>
            <ul className="rows card">
              {page.done.map((d) => (
                <li key={d.id}>
                  <span>
                    {d.from} is {d.to} now
                    <br />
                    <span className="soft small">
                      {d.by}, {d.at}: {d.reason}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </>
  );
}
