import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getMergePage } from "../data/joins.server";

type Page = Awaited<ReturnType<typeof getMergePage.run>>;

const address = (ids: { from_id: number | null; to_id: number | null }) => {
  const query = new URLSearchParams();
  if (ids.from_id) query.set("from_id", String(ids.from_id));
  if (ids.to_id) query.set("to_id", String(ids.to_id));
  return `/admin/joins?${query}`;
};

/** Search results for the two companies to merge, by name or number; each choice is a link. */
export function MergeCompanySearch({
  q,
  found,
  chosen,
  from_id,
  to_id,
}: Pick<Page, "q" | "found" | "chosen" | "from_id" | "to_id">) {
  return (
    <section className="stack">
      {chosen ? (
        <Notice title={from_id ? `${chosen} goes` : `${chosen} stays`}>
          <p>{from_id ? "Now find the one that stays." : "Now find the one that goes."}</p>
        </Notice>
      ) : null}
      <search>
        <form className="stack">
          <label htmlFor="q">Company name or number</label>{" "}
          <span className="search">
            <input className="input" id="q" name="q" type="search" defaultValue={q} maxLength={100} />
            {from_id ? <input type="hidden" name="from_id" value={from_id} /> : null}
            {to_id ? <input type="hidden" name="to_id" value={to_id} /> : null}
            <button type="submit" className="button primary">
              Find
            </button>
          </span>
        </form>
      </search>
      {found.length ? (
        <ul className="lines card">
          {found.map((c) => (
            <li key={c.id} className="row between">
              <span>
                {c.name}{" "}
                <span className="soft small block">
                  {[`No. ${c.id}`, c.city, c.is_contact ? "a contact that has not joined" : ""]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>{" "}
              <span>
                <a href={address({ from_id: c.id, to_id })}>
                  This one goes<span className="sr">: {c.name}</span>
                </a>{" "}
                ·{" "}
                <a href={address({ from_id, to_id: c.id })}>
                  This one stays<span className="sr">: {c.name}</span>
                </a>
              </span>
            </li>
          ))}
        </ul>
      ) : q ? (
        <p>No company was found.</p>
      ) : null}
    </section>
  );
}

/** Plan of a merge: the rows that move, the reasons that block it, and the form that asks for a reason. */
export function MergePlanForm({
  plan,
  result,
  submissionId,
}: {
  plan: NonNullable<Page["plan"]>;
  result?: FormReply;
  submissionId: string;
}) {
  const { from, to, rows, why_not, turned, brings_its_people } = plan;
  const field = createFieldStateGetter(result?.reply);
  const named = (c: typeof from) => `${c.name} (No. ${c.id}, ${formatCount(c.people, "person", "people")})`;
  return (
    <section className="stack card">
      <h2>
        {from.name} becomes {to.name}
      </h2>
      <p>
        {named(from)} goes, {named(to)} stays.
      </p>
      {why_not.length ? (
        <Notice tone="warn" title="These two can't be joined">
          <ul>
            {why_not.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
          {turned ? (
            <p>
              <a
                href={address({ from_id: to.id, to_id: from.id })}
              >{`Join them the other way: ${to.name} goes`}</a>
            </p>
          ) : null}
        </Notice>
      ) : (
        <ActionForm
          result={result}
          submissionId={submissionId}
          fields={[field("reason")]}
          formErrors={result?.reply.error?.[""] ?? undefined}
          button={`Join them: ${from.name} goes`}
          danger
          back={{ href: "/admin/joins", label: "Keep them separate" }}
        >
          {Object.entries({
            from_id: from.id,
            to_id: to.id,
            from_version: from.version,
            to_version: to.version,
          }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {rows.length ? (
            <ul>
              {rows.map((row) => (
                <li key={row.what}>
                  {row.what}: {row.rows.toLocaleString("en-US")}
                </li>
              ))}
            </ul>
          ) : (
            <p>Nothing else mentions {from.name}.</p>
          )}
          <p className="soft">
            {brings_its_people
              ? `Its ${formatCount(from.people, "person runs", "people run")} ${to.name} after, as no one has joined it yet. `
              : from.people
                ? `Its ${formatCount(from.people, "person comes", "people come")} along in separate crews, none as an admin. `
                : ""}
            This can't be undone.
          </p>
          <TextField
            field={field("reason")}
            label="Reason"
            required
            hint="Saved with this action. The company's admins can read it."
            attributes={{ maxLength: 300 }}
          />
        </ActionForm>
      )}
    </section>
  );
}
