import { z } from "zod";
import { computeRingAcres, formatAcres, getOuterRings } from "~/lib/geo/areas";
import { formatCoordinates } from "~/lib/geo/coordinates";
import { hasPlss } from "~/lib/land-description/meridians";
import { formatLand } from "~/lib/land-description/plss";
import { formatRate } from "~/lib/money/money";
import { formatDate } from "~/lib/time/time";
import { getUnitName } from "~/lib/units/measures";
import { readLandNotice } from "~/modules/land/shared/land-notice.server";
import { readLocationWarnings } from "~/modules/maps/shared/location-editor.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { procedure } from "~/web/procedure";
import { readDraftState, requireOpenDraft } from "../../shared/draft.server";
import {
  type Draft,
  findAuthorizee,
  findLandOwner,
  formatPlaceKey,
  listCompaniesInRole,
} from "../rules/draft";
import { listUnfinishedSteps } from "../rules/draft-steps";
import {
  formatDraftTerms,
  formatHaulBasis,
  getRateParties,
  getYardName,
  isRateYardValid,
} from "../rules/rates";
import { addReviewMark } from "../rules/return-to-review";
import { CONTRACTOR_ROLES, HAUL_BASIS_OPTIONS, rateTypeLabel, STEPS } from "../rules/words";
import { getDraftLocation } from "./location.server";
import { readCountyName } from "./overview.server";
import { readCompanyNames } from "./parties.server";
import { readReceivers } from "./rates.server";
import { readDraftProductNames } from "./sorts.server";

/** Return the whole draft in words, with the items still missing, before the job is created. */
export const getReview = procedure({
  name: "getReview",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const { draft } = kept;
    const state = await readDraftState(ctx, draft);
    const receivers = await readReceivers(ctx, draft);
    const ids = [...getRateParties(draft, receivers)];
    const [names, products, county, warnings, land] = await Promise.all([
      readCompanyNames(ctx, ids),
      readDraftProductNames(ctx, draft),
      readCountyName(ctx, draft.us_county_id),
      draft.us_county_id ? readLocationWarnings(ctx.read, draft.us_county_id, getDraftLocation(draft)) : [],
      state && hasPlss(state.stusps) ? readLandNotice(ctx.read, getDraftLocation(draft), draft) : null,
    ]);
    const nameOf = (id: number) => names.get(id) ?? "";
    const one = (entry: { company_id: number } | null) => (entry ? nameOf(entry.company_id) : null);
    const places = new Map(draft.destinations.map((d) => [formatPlaceKey(d), d.name]));
    const open = listUnfinishedSteps(draft, state?.stusps ?? null);
    return {
      version: kept.version + 1,
      started: kept.id !== null,
      open: STEPS.filter((s) => open.includes(s.step)).map(({ label, href }) => ({
        label,
        href: addReviewMark(href),
      })),
      warnings,
      /** Land under the pin or the shape, if it differs from the overview's land. */
      land,
      overview: {
        name: draft.name,
        contract_number: draft.contract_number,
        dates: [draft.start_date, draft.end_date].filter(isDay).map(formatDate).join(" to "),
        requester: requester.name,
        land_owner: one(findLandOwner(draft)),
        authorizee: one(findAuthorizee(draft)),
        county,
        land: formatLand({
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
        names: listCompaniesInRole(draft, role).map((c) => nameOf(c.company_id)),
      })),
      sorts: draft.destinations.map((d) => ({
        name: d.name,
        products: d.product_mixes
          .filter((m) => m.is_accepted)
          .map((m) => `${products.get(formatProductKey(m)) ?? ""} (${getUnitName(m.wood_unit_type_id)})`),
      })),
      rates: [
        ...draft.product_rates.map((r) => ({
          what: [
            `${rateTypeLabel(r.job_product_rate_type_id)}, ${products.get(formatProductKey(r)) ?? ""}`,
            getYardName(draft, receivers, r),
          ]
            .filter(Boolean)
            .join(", to ")
            .concat(isRateYardValid(draft, receivers, r) ? "" : " (not accepted there)"),
          who: `${nameOf(r.paying_company_id)} pays ${nameOf(r.receiving_company_id)}`,
          rate: `${formatRate(r.rate)} per ${getUnitName(r.wood_unit_type_id)}`,
          terms: formatDraftTerms(r, nameOf),
        })),
        ...draft.haul_rates.map((r) => ({
          what: `Haul, ${places.get(formatPlaceKey(r)) ?? ""}`,
          who: `${nameOf(r.paying_company_id)} pays ${nameOf(r.receiving_company_id)}`,
          rate: `${formatRate(r.rate)} ${HAUL_BASIS_OPTIONS.find((p) => p.value === formatHaulBasis(r))?.label ?? ""}`,
          terms: formatDraftTerms(r, nameOf),
        })),
      ],
    };
  },
});

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Describe the job's location: its areas and their size, its pin, or that none is set. */
function locationText(draft: Draft): string {
  const { latitude, longitude, geom } = getDraftLocation(draft);
  if (geom) {
    const rings = getOuterRings(geom);
    const acres = formatAcres(rings.reduce((sum, ring) => sum + computeRingAcres(ring), 0));
    return `${rings.length} ${rings.length === 1 ? "area" : "areas"}, ${acres}`;
  }
  if (latitude !== null && longitude !== null) return formatCoordinates({ latitude, longitude });
  return draft.location_method === "skip" ? "Not set yet" : "";
}
