import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { ErrorSummary, PhoneField, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getOwnerChoices } from "../data/parties.server";
import { EntryButton, SetupSearchForm } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

type Choices = Awaited<ReturnType<typeof getOwnerChoices.run>>;
const FIELDS = ["name", "contact_first_name", "contact_last_name", "contact_phone_number"] as const;

/** Page to choose the land owner or the authorizee of the job, or record a new land owner. */
export function OwnerPage({
  page,
  path,
  result,
  submissionId,
}: {
  page: Choices;
  path: string;
  result?: FormReply;
  submissionId: string;
}) {
  const { hrefOf } = useStepHrefs();
  const owner = page.side === "is_land_owner";
  const reply = result?.reply;
  const typed = reply?.initialValue && "name" in reply.initialValue ? reply : undefined;
  const field = createFieldStateGetter(typed);
  const choices = [...page.noted, ...page.found];
  return (
    <div className="narrow stack loose">
      <PageHead
        title={owner ? "Whose land is it?" : "Who acts for the land owner?"}
        lede={
          owner
            ? "A land owner doesn't have to use Timbertally. Only your company sees the ones you add here."
            : "A consulting forester who sees the job for the owner. Leave it empty if there isn't one."
        }
      />
      <section className="stack card">
        <SetupSearchForm
          action={path}
          q={page.q}
          label={owner ? "Search land owners" : "Search companies"}
          kept={{}}
        />
        <ErrorSummary
          formErrors={typed ? undefined : Object.values(reply?.error ?? {}).flatMap((e) => e ?? [])}
        />
        {choices.length ? (
          <ul className="lines">
            {choices.map((c) => (
              <li key={c.id} className="row between">
                <span>
                  {c.name} <span className="soft small block">{c.place}</span>
                </span>{" "}
                {c.id === page.chosen ? (
                  <span className="status go">Chosen</span>
                ) : (
                  <EntryButton
                    intent="choose"
                    values={{ company_id: c.id, version: page.version }}
                    option={{ name: c.name, hint: c.place }}
                  >
                    Choose<span className="sr"> {c.name}</span>
                  </EntryButton>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p>No name matches.</p>
        )}
        {page.more ? <p className="soft small">There are more. Search by part of the name.</p> : null}
        {page.chosen ? (
          <EntryButton intent="none" values={{ version: page.version }} tone="quiet">
            Clear the choice
          </EntryButton>
        ) : null}
      </section>
      {owner ? (
        <ActionForm
          className="stack card"
          head={<h2>Add someone new</h2>}
          result={result}
          submissionId={submissionId}
          version={page.version - 1}
          formErrors={typed?.error?.[""] ?? []}
          fields={FIELDS.map((name) => field(name))}
          button="Add and choose"
          intent="add"
        >
          <TextField field={field("name")} label="Land Owner Name" required attributes={{ maxLength: 120 }} />
          <TextField
            field={field("contact_first_name")}
            label="Contact First Name"
            required
            attributes={{ maxLength: 80 }}
          />
          <TextField
            field={field("contact_last_name")}
            label="Contact Last Name"
            required
            attributes={{ maxLength: 80 }}
          />
          <PhoneField field={field("contact_phone_number")} label="Contact Phone Number" required extension />
        </ActionForm>
      ) : null}
      <p>
        <a href={hrefOf("/jobs/create/overview")}>Back to overview</a>
      </p>
    </div>
  );
}
