import { ROLE_FLAGS, ROLE_LABELS, type RoleFlag } from "~/lib/access/company-roles";

const HINTS: Partial<Record<(typeof ROLE_FLAGS)[number], string>> = {
  is_land_owner: "The wood grows on your land",
  is_land_manager: "You market wood and run jobs",
  is_cutter: "You cut and process",
  is_skidder: "You bring it to the landing",
  is_hauler: "You drive it to the mill",
  is_mill: "You buy and scale",
};

/** Checkboxes of a company's roles; any number may be checked. */
export function RoleCheckboxes({
  chosen,
  errors,
  hints,
}: {
  chosen: string[];
  errors?: string[];
  hints?: boolean;
}) {
  return (
    <fieldset className="field" id="roles">
      <legend>Your company is a</legend>
      {ROLE_FLAGS.map((flag) => (
        <label key={flag} className="check">
          <input type="checkbox" name="roles" value={flag} defaultChecked={chosen.includes(flag)} />
          <span>
            {ROLE_LABELS[flag]} {hints ? <span className="soft small block">{HINTS[flag]}</span> : null}
          </span>
        </label>
      ))}
      {errors?.length ? <span className="error">{errors.join(" ")}</span> : null}
    </fieldset>
  );
}

/** Roles chosen at the previous stage, submitted as hidden fields, with a button to go back and change them. */
export function ChosenRoles({ roles }: { roles: RoleFlag[] }) {
  return (
    <div className="field" id="roles" tabIndex={-1}>
      {/* Hidden first submit button of the form, so that pressing Enter in a field creates the company instead of going back. */}
      <button type="submit" hidden>
        Create Company
      </button>
      <span>
        <strong>Your company is a</strong> {roles.map((flag) => ROLE_LABELS[flag]).join(", ")}
      </span>{" "}
      {roles.map((flag) => (
        <input key={flag} type="hidden" name="roles" value={flag} />
      ))}
      <span>
        <button
          type="submit"
          className="button quiet"
          formAction="/onboarding/back"
          formNoValidate
          name="from"
          value="create-company"
        >
          Change roles
        </button>
      </span>
    </div>
  );
}

/** Submit button that goes back one stage and keeps the typed values. */
export function BackButton({ from }: { from: string }) {
  return (
    <button
      type="submit"
      className="button"
      formAction="/onboarding/back"
      formNoValidate
      name="from"
      value={from}
    >
      Back
    </button>
  );
}

/** Progress line of the onboarding stages. */
export const OnboardingProgress = ({ step }: { step: number }) => (
  <p className="soft small">Step {step} of 4</p>
);
