import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { addDoneParam } from "~/ui/done";
import { createFieldStateGetter } from "~/ui/employee-form";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { SearchForm } from "~/ui/search-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addContact, listContacts } from "../data/contacts.server";
import { CONTACT_FIELDS, ContactCompanyFields } from "../ui/contact-form";

export const meta: MetaFunction = () => [{ title: "Contacts · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  return {
    ...(await callProcedure(listContacts, await createContext(args), { q })),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(addContact, args, { to: ({ id }) => addDoneParam(`/company/contacts/${id}`, "contact-added") });

/** Page of contacts: companies that the acting company works with and that aren't on Timbertally. */
export default function Contacts() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply);
  return (
    <div className="narrow stack loose">
      <div>
        <h2>Contacts</h2>
        <p className="soft">
          Loggers, haulers, mills and land owners that aren't on Timbertally. You can choose them on jobs and
          loads right away. Only your company sees this list. When they join, they keep their jobs, loads and
          rates.
        </p>
      </div>
      {page.more || page.q ? <SearchForm label="Search contacts" q={page.q} /> : null}
      {page.contacts.length ? (
        <ul className="lines card">
          {page.contacts.map((c) => (
            <li key={c.id} className="row between">
              <span>
                <strong>{page.may_edit ? <a href={`/company/contacts/${c.id}`}>{c.name}</a> : c.name}</strong>{" "}
                <span className="soft small">
                  {[c.roles, c.works_for_us ? "for us" : ""].filter(Boolean).join(", ")}
                </span>
                <br />
                <span className="soft">
                  {[c.person, c.phone, c.jobs ? `on ${formatCount(c.jobs, "job")}` : ""]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>{" "}
              {page.may_edit ? (
                <ButtonLink href={`/company/contacts/${c.id}/invitation`}>
                  Invite<span className="sr"> {c.name}</span>
                </ButtonLink>
              ) : null}
            </li>
          ))}
        </ul>
      ) : page.q ? (
        <p>No contact's name matches.</p>
      ) : (
        <EmptyState
          title="Everyone you work with is on Timbertally"
          next={page.may_add ? { href: "#add", label: "Add a company that isn't" } : null}
        />
      )}
      {page.more ? <p className="soft small">There are more. Search by part of the name.</p> : null}
      {page.may_add ? (
        <ActionForm
          result={result}
          submissionId={page.submission_id}
          fields={CONTACT_FIELDS.map(({ name }) => field(name))}
          formErrors={result?.reply.error?.[""] ?? undefined}
          className="stack card"
          id="add"
          head={<h3>Add a contact</h3>}
          button="Add contact"
        >
          <ContactCompanyFields
            field={field}
            texts={page.texts}
            ticked={result?.reply.initialValue?.roles}
            forUs={result?.reply.initialValue?.works_for_us === "on"}
          />
        </ActionForm>
      ) : null}
    </div>
  );
}
