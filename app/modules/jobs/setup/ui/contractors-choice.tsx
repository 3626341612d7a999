import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getContractorChoice } from "../data/choice.server";
import { CONTRACTOR_ROLE_LABELS } from "../rules/contractor-words";
import { CONTRACTOR_ROLES, type ContractorRole } from "../rules/words";
import { StepUnavailable } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

type Choice = Awaited<ReturnType<typeof getContractorChoice.run>>;
type Role = Choice["roles"][number];

/** Form to check contractors of all roles in order; each role also has its own page to search for and invite companies. */
export function ContractorsChoice({
  page,
  missing,
  result,
  submissionId,
}: {
  page: Choice;
  /** True if Next was pressed and a role is empty. */
  missing: boolean;
  result?: FormReply;
  submissionId: string;
}) {
  const { hrefOf } = useStepHrefs();
  if (page.first) return <StepUnavailable title="Contractors" first={page.first} />;
  const empty = page.roles.filter(({ companies }) => !companies.some((c) => c.chosen));
  const wrong = Object.values(result?.reply.error ?? {}).flatMap((words) => words ?? []);
  return (
    <div className="stack loose">
      <PageHead
        title="Contractors"
        lede="We ask each company to accept. Your own companies have already accepted."
      />
      <ActionForm
        loose
        data-needs-tick={CONTRACTOR_ROLES.join(" ")}
        data-keep-draft={result?.conflict ? undefined : "step"}
        result={result}
        submissionId={submissionId}
        version={page.version - 1}
        formErrors={missing && !result ? empty.map(({ role }) => CONTRACTOR_ROLE_LABELS[role].next) : wrong}
        button={null}
      >
        <div className="boxes">
          {page.roles.map((role) => (
            <RoleBox key={role.role} role={role} />
          ))}
        </div>
        <div className="row">
          <button type="submit" className="button primary" name="intent" value="choose">
            Next
          </button>{" "}
          <a className="button" href={hrefOf("/jobs/create/map")}>
            Back
          </a>
        </div>
        <p className="soft small">Choose at least one company in each role to continue.</p>
        <p className="soft small" role="status" data-said hidden />
      </ActionForm>
    </div>
  );
}

/** Value of the button below a role's boxes, which saves them and opens the role's page. */
const moreOf = (role: ContractorRole): string => `more-${role}`;

function RoleBox({ role: { role, companies } }: { role: Role }) {
  const words = CONTRACTOR_ROLE_LABELS[role];
  return (
    <fieldset className="stack card">
      <legend>
        <h2>{words.many}</h2>
      </legend>
      {companies.map((c) => (
        <label key={c.id} className="check">
          <input
            type={role === "land_manager" ? "radio" : "checkbox"}
            name={role}
            value={c.id}
            defaultChecked={c.chosen}
          />
          <span>
            {c.name} <span className="soft small block">{c.own ? "Your company" : c.line}</span>
          </span>
        </label>
      ))}
      <div className="row">
        <button type="submit" className="button" name="intent" value={moreOf(role)} formNoValidate>
          Search, invite, contracts<span className="sr"> of {words.many.toLowerCase()}</span>
        </button>
      </div>
    </fieldset>
  );
}
