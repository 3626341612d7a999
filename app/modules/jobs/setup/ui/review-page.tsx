import { LandMismatchNotice } from "~/modules/land/shared/other-land";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { DetailBox, Facts, Notice, PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getReview } from "../data/review.server";
import { addReviewMark } from "../rules/return-to-review";
import type { ContractorRole } from "../rules/words";

type Review = Awaited<ReturnType<typeof getReview.run>>;
const ROLES: Record<ContractorRole, string> = {
  land_manager: "Land manager",
  cutter: "Cutters",
  skidder: "Skidders",
  hauler: "Haulers",
};

/** Summary of everything before companies are invited and the job is created. */
export function ReviewPage({
  page,
  result,
  submissionId,
}: {
  page: Review;
  result?: FormReply;
  submissionId: string;
}) {
  const { overview, open } = page;
  const errors = Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? []);
  return (
    <>
      <PageHead
        title="Review and create"
        lede="Creating the job invites the other companies. You can change everything later."
      />
      <div className="stack loose">
        <ErrorSummary formErrors={errors} />
        {open.length ? (
          <Notice tone="warn" title="Something is still missing">
            <ul>
              {open.map((s) => (
                <li key={s.href}>
                  <a href={s.href}>{s.label}</a>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {page.warnings.map((warning) => (
          <Notice key={warning} tone="warn" title={warning} />
        ))}
        {page.land ? (
          <LandMismatchNotice land={page.land} values={{ intent: "use-land", version: page.version }} />
        ) : null}
        <div className="boxes">
          <DetailBox title="Overview" edit={{ href: addReviewMark("/jobs/create/overview") }}>
            <Facts
              facts={[
                { term: "Name", value: overview.name },
                { term: "Contract number", value: overview.contract_number },
                { term: "Dates", value: overview.dates },
                { term: "Requested by", value: overview.requester },
                { term: "Land owner", value: overview.land_owner },
                { term: "Consulting forester", value: overview.authorizee },
                { term: "County", value: overview.county },
                { term: "Land", value: overview.land },
              ]}
            />
          </DetailBox>
          <DetailBox title="Location" edit={{ href: addReviewMark("/jobs/create/map") }}>
            <Facts
              facts={[
                { term: "Place", value: page.location },
                { term: "Plan map", value: page.plan_map },
              ]}
            />
          </DetailBox>
          <DetailBox title="Contractors" edit={{ href: addReviewMark("/jobs/create/companies") }}>
            <Facts
              facts={page.contractors.map((c) => ({ term: ROLES[c.role], value: c.names.join(", ") }))}
            />
          </DetailBox>
          <DetailBox title="Sort sheet" edit={{ href: addReviewMark("/jobs/create/sort-sheet") }}>
            <Facts
              facts={page.sorts.map((d) => ({
                term: d.name,
                value: d.products.join("; ") || "Doesn't accept a product yet",
              }))}
            />
          </DetailBox>
          <DetailBox title="Rates" edit={{ href: addReviewMark("/jobs/create/rates") }} full>
            {page.rates.length ? (
              <ul className="lines">
                {page.rates.map((r, i) => (
                  <li key={`${r.what} ${String(i)}`} className="row between">
                    <span>
                      {r.what} <span className="soft small block">{r.who}</span>
                    </span>{" "}
                    <span className="num">
                      {r.rate}
                      {r.terms ? <span className="soft small block">{r.terms}</span> : null}
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="soft">No rates are set.</p>
            )}
          </DetailBox>
        </div>
        <ActionForm
          result={result}
          submissionId={submissionId}
          version={page.version - 1}
          formErrors={[]}
          intent="create"
          button="Create job"
          disabled={open.length > 0}
          other={
            <button
              type="submit"
              className="button"
              name="intent"
              value="create-and-load"
              disabled={open.length > 0}
            >
              Create and add a load
            </button>
          }
          back={{ href: "/jobs/create/rates", label: "Back", button: true }}
        />
      </div>
    </>
  );
}
