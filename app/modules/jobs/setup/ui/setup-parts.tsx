import "~/styles/job-setup.css";
import { Fragment, type ReactNode } from "react";
import { EmptyState, PageHead } from "~/ui/parts";
import { STEP_REQUIREMENTS, STEPS, type StepName } from "../rules/words";
import { useStepHrefs } from "./step-hrefs";

/** Numbered steps of the job setup; only earlier steps are links (docs/domain.md#setting-up-a-job). */
export function SetupSteps({ here, active }: { here: StepName | null; active: number }) {
  const index = STEPS.findIndex((s) => s.step === here) + 1;
  return (
    <nav aria-label="Steps">
      <ol className="steps-line">
        {STEPS.map(({ step, label, href }, i) => {
          const number = i + 1;
          return (
            <li
              key={step}
              aria-current={number === index ? "step" : undefined}
              data-done={number < active || undefined}
            >
              {number < index ? (
                <a href={href}>
                  <span className="step-number">{number}</span> <span className="step-name">{label}</span>
                </a>
              ) : (
                <>
                  <span className="step-number">{number}</span> <span className="step-name">{label}</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Page shown instead of a step that isn't available yet, with a link to the step that comes first. */
export function StepUnavailable({ title, first }: { title: string; first: StepName }) {
  const way = STEP_REQUIREMENTS[first];
  return (
    <div className="narrow">
      <PageHead title={title} />
      <EmptyState title={way?.title ?? "Finish another step first"}>
        <p>
          <a className="button primary" href={way?.href ?? "/jobs/create"}>
            {way?.label ?? "Continue"}
          </a>
        </p>
      </EmptyState>
    </div>
  );
}

/** Links to the sections of a step, in order; a section that isn't available yet is plain text. */
export function StepSections({
  label,
  sections,
}: {
  label: string;
  sections: { name: string; label: string; href: string; here: boolean; open: boolean }[];
}) {
  const { hrefOf } = useStepHrefs();
  return (
    <nav className="seg" aria-label={label}>
      {sections.map((s) => (
        <Fragment key={s.name}>
          {s.open || s.here ? (
            <a href={hrefOf(s.href)} aria-current={s.here ? "page" : undefined}>
              {s.label}
            </a>
          ) : (
            <span className="soft later">{s.label}</span>
          )}{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/**
 * One-button form that adds or removes one entry. With `option`, the search field above suggests the entry while the
 * user types.
 */
export function EntryButton({
  values,
  intent,
  tone = "",
  option,
  children,
}: {
  values: Record<string, string | number>;
  intent: string;
  tone?: string;
  option?: { name: string; hint: string };
  children: ReactNode;
}) {
  return (
    <form method="post">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="intent" value={intent} />
      <button type="submit" className={`button ${tone}`} data-option={option?.hint} data-label={option?.name}>
        {children}
      </button>
    </form>
  );
}

/** Back and Next. Next is disabled, with the reason, until the step is complete. */
export function BackAndNext({
  back,
  next,
  may,
  why,
  children,
}: {
  back: string;
  next: string;
  may: boolean;
  why?: string;
  children?: ReactNode;
}) {
  const { hrefOf } = useStepHrefs();
  return (
    <div className="stack">
      <div className="row">
        {may ? (
          <a className="button primary" href={hrefOf(next)}>
            Next
          </a>
        ) : (
          <button
            type="button"
            className="button primary"
            disabled
            aria-describedby={why ? "why-not" : undefined}
          >
            Next
          </button>
        )}{" "}
        <a className="button" href={hrefOf(back)}>
          Back
        </a>
        {children}
      </div>
      {!may && why ? (
        <p className="soft small" id="why-not">
          {why}
        </p>
      ) : null}
    </div>
  );
}

/**
 * Search form for companies, jobs or places, with suggestions while the user types; the URL's other parameters are
 * kept.
 */
export function SetupSearchForm({
  action,
  q,
  label,
  kept,
  children,
}: {
  action: string;
  q: string;
  label: string;
  kept: Record<string, string>;
  children?: ReactNode;
}) {
  const { searchFields } = useStepHrefs();
  return (
    <form method="get" action={action} className="stack" data-suggest="">
      {Object.entries({ ...kept, ...searchFields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="search">
        <input
          className="input"
          type="search"
          id="find"
          name="q"
          defaultValue={q}
          aria-label={label}
          placeholder={label}
          maxLength={100}
        />
        <button type="submit" className="button">
          Search
        </button>
      </div>
      {children}
    </form>
  );
}

export const SETUP_UNIT_OPTIONS = [
  { value: 2, label: "ton" },
  { value: 1, label: "MBF" },
  { value: 3, label: "cord" },
];
