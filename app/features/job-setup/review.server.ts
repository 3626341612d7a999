import { z } from "zod";
import { productKey } from "~/core/tickets/defaults";
import { acresIn, acresText, outerRings } from "~/domain/geo/areas";
import { coordinatesText } from "~/domain/geo/coordinates";
import { unitName } from "~/domain/measures/measures";
import { formatRate } from "~/domain/money/money";
import { hasPlss } from "~/domain/plss/meridians";
import { describeLand } from "~/domain/plss/plss";
import { formatDate } from "~/domain/time/time";
import { locationWarnings } from "~/features/maps/location-editor.server";
import { landNotice } from "~/features/plss/land-notice.server";
import { procedure } from "~/web/procedure";
import { authorizeeOf, type Draft, inRole, landOwnerOf, placeKey } from "./draft";
import { draftState, openSetup } from "./draft.server";
import { openSteps } from "./draft-steps";
import { draftPlace } from "./location.server";
import { countyText } from "./overview.server";
import { companyNames } from "./parties.server";
import { draftTermsWords, isTaken, perValue, ratePartiesOf, yardName } from "./rates";
import { receiversOf } from "./rates.server";
import { editFromReview } from "./return-to-review";
import { productNames } from "./sorts.server";
import { CONTRACTOR_ROLES, PER_CHOICES, rateTypeWords, STEPS } from "./words";

/** The whole draft in words, with what is still missing, before the job is made. */
export const getReview = procedure({
  name: "getReview",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await openSetup(ctx);
    const { draft } = kept;
    const state = await draftState(ctx, draft);
    const receivers = await receiversOf(ctx, draft);
    const ids = [...ratePartiesOf(draft, receivers)];
    const [names, products, county, warnings, land] = await Promise.all([
      companyNames(ctx, ids),
      productNames(ctx, draft),
      countyText(ctx, draft.us_county_id),
      draft.us_county_id ? locationWarnings(ctx.read, draft.us_county_id, draftPlace(draft)) : [],
      state && hasPlss(state.stusps) ? landNotice(ctx.read, draftPlace(draft), draft) : null,
    ]);
    const nameOf = (id: number) => names.get(id) ?? "";
    const one = (entry: { company_id: number } | null) => (entry ? nameOf(entry.company_id) : null);
    const places = new Map(draft.destinations.map((d) => [placeKey(d), d.name]));
    const open = openSteps(draft, state?.stusps ?? null);
    return {
      version: kept.version + 1,
      started: kept.id !== null,
      open: STEPS.filter((s) => open.includes(s.step)).map(({ label, href }) => ({
        label,
        href: editFromReview(href),
      })),
      warnings,
      /** The land under the pin or the shape, where the overview says another one. */
      land,
      overview: {
        name: draft.name,
        contract_number: draft.contract_number,
        dates: [draft.start_date, draft.end_date].filter(isDay).map(formatDate).join(" to "),
        requester: requester.name,
        land_owner: one(landOwnerOf(draft)),
        authorizee: one(authorizeeOf(draft)),
        county,
        land: describeLand({
          township: draft.township || null,
          range: draft.range || null,
          section: draft.section || null,
          meridian: null,
        }),
      },
      location: locationText(draft),
      plan_map: draft.job_map?.file_name ?? null,
      contractors: CONTRACTOR_ROLES.map((role) => ({
        role,
        names: inRole(draft, role).map((c) => nameOf(c.company_id)),
      })),
      sorts: draft.destinations.map((d) => ({
        name: d.name,
        products: d.product_mixes
          .filter((m) => m.is_accepted)
          .map((m) => `${products.get(productKey(m)) ?? ""} (${unitName(m.wood_unit_type_id)})`),
      })),
      rates: [
        ...draft.product_rates.map((r) => ({
          what: [
            `${rateTypeWords(r.job_product_rate_type_id)}, ${products.get(productKey(r)) ?? ""}`,
            yardName(draft, receivers, r),
          ]
            .filter(Boolean)
            .join(", to ")
            .concat(isTaken(draft, receivers, r) ? "" : " (not accepted there)"),
          who: `${nameOf(r.paying_company_id)} pays ${nameOf(r.receiving_company_id)}`,
          rate: `${formatRate(r.rate)} per ${unitName(r.wood_unit_type_id)}`,
          terms: draftTermsWords(r, nameOf),
        })),
        ...draft.haul_rates.map((r) => ({
          what: `Haul, ${places.get(placeKey(r)) ?? ""}`,
          who: `${nameOf(r.paying_company_id)} pays ${nameOf(r.receiving_company_id)}`,
          rate: `${formatRate(r.rate)} ${PER_CHOICES.find((p) => p.value === perValue(r))?.label ?? ""}`,
          terms: draftTermsWords(r, nameOf),
        })),
      ],
    };
  },
});

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Where the job is: its areas and their size, its pin, or that it is not said. */
function locationText(draft: Draft): string {
  const { latitude, longitude, geom } = draftPlace(draft);
  if (geom) {
    const rings = outerRings(geom);
    const acres = acresText(rings.reduce((sum, ring) => sum + acresIn(ring), 0));
    return `${rings.length} ${rings.length === 1 ? "area" : "areas"}, ${acres}`;
  }
  if (latitude !== null && longitude !== null) return coordinatesText({ latitude, longitude });
  return draft.location_method === "skip" ? "Not set yet" : "";
}
