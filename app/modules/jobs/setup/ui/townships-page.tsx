import "~/styles/maps.css";
import "~/styles/choices.css";
import { formatView } from "~/lib/geo/view";
import { MapPickField, type PickMapLabels } from "~/modules/maps/shared/pick-map";
import { ErrorSummary } from "~/ui/field";
import { EmptyState, Notice, PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getTownships } from "../data/townships.server";
import { EntryButton, SetupSearchForm } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

type Found = NonNullable<Awaited<ReturnType<typeof getTownships.run>>>;
const SECTION_WORDS: PickMapLabels = {
  does: "Find the section at a place on the map",
  middle: "The section in the middle",
  cross: "The section at the cross",
};
const HERE = "/jobs/create/townships";

/**
 * Page to choose township, range and section by a click on the map or by name; the chosen values fill the overview's
 * fields.
 */
export function TownshipsPage({ page, result }: { page: Found; result?: FormReply }) {
  const { hrefOf, searchFields } = useStepHrefs();
  const { drawing, land } = page;
  const approximate = land?.is_approximate || page.townships.some((t) => t.is_approximate);
  return (
    <div className="stack loose">
      <PageHead
        title="Township, range and section"
        lede="Your choice fills in the overview. Check it against the deed."
      />
      <ErrorSummary formErrors={Object.values(result?.reply.error ?? {}).flatMap((e) => e ?? [])} />
      {page.none ? <Notice tone="warn" title={page.none} /> : null}
      {approximate ? (
        <Notice title="These lines are approximate">
          <p>
            They're calculated from the meridian, not surveyed. Check the township and section against the
            deed.
          </p>
        </Notice>
      ) : null}
      <div className="beside start">
        <form method="get" action={HERE} className="stack">
          {Object.entries(searchFields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <MapPickField drawing={drawing} label="Townships of the county" words={SECTION_WORDS} />
        </form>
        <div className="stack">
          {land ? (
            <section className="stack card" aria-label="At the pin">
              <h2>
                {[land.section && `Section ${land.section}`, land.township, land.range]
                  .filter(Boolean)
                  .join(", ")}
              </h2>
              <EntryButton
                intent="choose"
                tone="primary"
                values={{
                  township: land.township,
                  range: land.range,
                  ...(land.section ? { section: land.section } : {}),
                  plss_meridian_code: land.plss_meridian_code,
                  version: page.version,
                }}
              >
                Use this section
              </EntryButton>
            </section>
          ) : (
            <p className="hint">Click the map to zoom in. The section you clicked is named here.</p>
          )}
          <SetupSearchForm
            action={HERE}
            q={page.q}
            label="Search a township or a town, like T27N R2W or Grayling"
            kept={{}}
          />
          {page.wrong ? <p className="error-text">{page.wrong}</p> : null}
          {page.places.length > 1 ? (
            <ul className="choices">
              {page.places.map(({ name, about, view: there }) => (
                <li key={`${name} ${about} ${formatView(there)}`}>
                  <a href={hrefOf(`${HERE}?look=${formatView(there)}`)}>
                    <span>
                      {name} <span className="soft small">{about}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          {page.townships.length ? (
            <ul className="lines card">
              {page.townships.map((t) => (
                <li key={`${t.plss_meridian_code} ${t.label} ${t.plssid}`} className="row between">
                  <span>
                    {t.township} {t.range}
                    {t.is_approximate ? <span className="soft small"> approximate</span> : null}
                  </span>
                  <EntryButton
                    intent="choose"
                    option={{ name: `${t.township} ${t.range}`, hint: t.is_approximate ? "approximate" : "" }}
                    values={{
                      township: t.township,
                      range: t.range,
                      plss_meridian_code: t.plss_meridian_code,
                      version: page.version,
                    }}
                  >
                    Choose
                    <span className="sr">
                      {" "}
                      {t.township} {t.range}
                    </span>
                  </EntryButton>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title="No township found" />
          )}
          {page.more ? <p className="soft small">There are more. Zoom in.</p> : null}
        </div>
      </div>
      <p>
        <a href={hrefOf("/jobs/create/overview")}>Back to overview</a>
      </p>
    </div>
  );
}
