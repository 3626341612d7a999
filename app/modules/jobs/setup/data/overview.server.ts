import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, job, plssMeridian, plssMeridianState, usCounty, usState } from "#db/schema";
import { MAX_PLACE_TEXT_LENGTH } from "~/lib/geo/place-text";
import { getOnlyMeridian, hasPlss, needsMeridian } from "~/lib/land-description/meridians";
import { getLandDescriptionLabel } from "~/lib/land-description/plss";
import { pick } from "~/lib/object/records";
import { getDay } from "~/lib/time/time";
import { normalizeLegalDescription } from "~/modules/land/shared/normalize-legal-description.server";
import { requirePlausiblePlace, saveAnywayField } from "~/modules/maps/shared/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, draftVersion, readDraftState, requireOpenDraft } from "../../shared/draft.server";
import { type Draft, findAuthorizee, findLandOwner } from "../rules/draft";
import { setRequester } from "../rules/draft-rules";
import { getMissingOverviewFields, OVERVIEW_REQUIRED_MESSAGES } from "../rules/draft-steps";
import { draftSavedOutput } from "../rules/output";
import { applyPin, formatPin } from "./overview-pin.server";
import { readCompanyNames } from "./parties.server";
import { actAsRequester } from "./requester.server";

const FIELDS = [
  "name",
  "contract_number",
  "start_date",
  "end_date",
  "request_user_company_id",
  "us_state_id",
  "us_county_id",
  "plss_meridian_code",
  "township",
  "range",
  "section",
] as const;
type Values = Pick<Draft, (typeof FIELDS)[number]> & { coordinates: string };
const valuesOf = (draft: Draft): Values => ({ ...pick(draft, FIELDS), coordinates: formatPin(draft) });

const listed = (message: string) => z.number(message).int(message).min(1, message);
const land = z.string().trim().max(60, "Use at most 60 characters").optional();

/** The draft's overview, with its choices. */
export const getOverview = procedure({
  name: "getOverview",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requesters, requester } = await requireOpenDraft(ctx);
    // A new setup starts today, in the county of the previous job. These values are saved only by Next.
    const start = { start_date: getDay(ctx.now, ctx.actor.zone) };
    const draft =
      kept.id === null ? { ...kept.draft, ...start, ...(await lastCounty(ctx, requester.id)) } : kept.draft;
    const state = await readDraftState(ctx, draft);
    const [states, counties, meridians, names] = await Promise.all([
      ctx.read.select({ id: usState.id, name: usState.name }).from(usState).orderBy(usState.name),
      draft.us_state_id ? countiesOf(ctx, draft.us_state_id) : [],
      draft.us_state_id && state && needsMeridian(state.stusps) ? meridiansOf(ctx, draft.us_state_id) : [],
      readCompanyNames(
        ctx,
        draft.companies.map((c) => c.company_id),
      ),
    ]);
    const named = (entry: { company_id: number } | null) =>
      entry && { id: entry.company_id, name: names.get(entry.company_id) ?? "" };
    return {
      version: kept.version + 1,
      values: { ...valuesOf(draft), request_user_company_id: requester.id },
      requesters: requesters.map(({ id, name }) => ({ id, name })),
      states,
      counties,
      meridians,
      land: {
        plss: state ? hasPlss(state.stusps) : true,
        label: state ? getLandDescriptionLabel(state.stusps) : "",
      },
      land_owner: named(findLandOwner(draft)),
      authorizee: named(findAuthorizee(draft)),
    };
  },
});

/**
 * Return the county of the requester's newest job in its own state, or nothing for its first job. A job in another
 * state doesn't count, because the next job is rarely there.
 */
async function lastCounty(ctx: Ctx<CompanyActor>, requester: number) {
  const { actor } = await actAsRequester(ctx, requester);
  const [row] = await ctx.read
    .select({ us_state_id: job.us_state_id, us_county_id: job.us_county_id })
    .from(job)
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(
      and(
        sql`${job.us_state_id} = coalesce(${company.us_state_id}, ${job.us_state_id})`,
        eq(job.request_user_company_id, actor.company.id),
        eq(job.is_deleted, false),
        eq(job.is_sample, false),
      ),
    )
    .orderBy(desc(job.id))
    .limit(1);
  return row ?? {};
}

const countiesOf = (ctx: Ctx, stateId: number) =>
  ctx.read
    .select({ id: usCounty.id, name: usCounty.name })
    .from(usCounty)
    .where(eq(usCounty.us_state_id, stateId))
    .orderBy(usCounty.name, usCounty.id);

const meridiansOf = (ctx: Ctx, stateId: number) =>
  ctx.read
    .select({ code: plssMeridian.code, name: plssMeridian.name })
    .from(plssMeridianState)
    .innerJoin(plssMeridian, eq(plssMeridian.code, plssMeridianState.plss_meridian_code))
    .where(eq(plssMeridianState.us_state_id, stateId))
    .orderBy(asc(plssMeridian.name));

/** Save the first step: names, dates, company and land. */
export const saveOverview = procedure({
  name: "saveOverview",
  may: "job.create",
  input: z.strictObject({
    name: z
      .string(OVERVIEW_REQUIRED_MESSAGES.name)
      .trim()
      .min(1, OVERVIEW_REQUIRED_MESSAGES.name)
      .max(120, "Use at most 120 characters"),
    contract_number: z.string().trim().max(60, "Use at most 60 characters").optional(),
    start_date: z.iso.date(OVERVIEW_REQUIRED_MESSAGES.start_date),
    end_date: z.iso.date("Type a date").optional(),
    request_user_company_id: listed("Choose a company").optional(),
    us_state_id: listed(OVERVIEW_REQUIRED_MESSAGES.us_state_id),
    us_county_id: listed(OVERVIEW_REQUIRED_MESSAGES.us_county_id),
    plss_meridian_code: z.string().max(4).optional(),
    township: land,
    range: land,
    section: land,
    /** The job's pin, which fills in township, range and section if they are empty. */
    coordinates: z.string().trim().max(MAX_PLACE_TEXT_LENGTH, "This is too long.").optional(),
    save_anyway: saveAnywayField,
    version: draftVersion,
  }),
  run: (ctx, { save_anyway, ...input }) => save(ctx, input, true, save_anyway),
});

const loose = z.string().max(200, "This is too long.").optional();
const looseId = z.number("Choose from the list").int().positive().optional();

const looseInput = z.strictObject({
  name: loose,
  contract_number: loose,
  start_date: loose,
  end_date: loose,
  request_user_company_id: looseId,
  us_state_id: looseId,
  us_county_id: looseId,
  plss_meridian_code: z.string().max(4).optional(),
  township: loose,
  range: loose,
  section: loose,
  coordinates: z.string().max(MAX_PLACE_TEXT_LENGTH, "This is too long.").optional(),
  version: draftVersion,
});

/** Save incomplete input: no field is required, so that the user can leave to look something up. */
export const saveIncompleteOverview = procedure({
  name: "keepOverview",
  may: "job.create",
  input: looseInput,
  output: draftSavedOutput,
  run: (ctx, input) => save(ctx, input, false),
});

type Typed = z.output<typeof looseInput>;

function save(ctx: Ctx<CompanyActor>, { version, ...typed }: Typed, complete: boolean, save_anyway = false) {
  return changeDraft(ctx, {
    section: "overview",
    version,
    whole: valuesOf,
    change: async (before) => {
      const place = await placeOf(ctx, typed);
      const draft = await withRequester(ctx, before, typed.request_user_company_id);
      const typedAll: Draft = {
        ...draft,
        name: typed.name ?? "",
        contract_number: typed.contract_number ?? "",
        start_date: typed.start_date ?? "",
        end_date: typed.end_date ?? "",
        township: typed.township ?? "",
        range: typed.range ?? "",
        section: typed.section ?? "",
        ...place.values,
      };
      // A location for the previous county is nowhere near the new one, so it is cleared.
      const moved = before.us_county_id !== null && before.us_county_id !== typedAll.us_county_id;
      const here = moved ? { ...typedAll, latitude: null, longitude: null, geom: null } : typedAll;
      // Incomplete input may be half typed, so the pin fills in nothing.
      const stusps = complete ? place.stusps : null;
      const { draft: next, wrong: noPin } = await applyPin(ctx.read, here, {
        coordinates: typed.coordinates,
        stusps,
      });
      const lacks = complete ? getMissingOverviewFields(next, place.stusps) : {};
      const { land: tidy, errors } = await normalizeLegalDescription(ctx.read, next, next);
      const wrong = {
        ...(complete ? errors : {}),
        ...Object.fromEntries(Object.entries(lacks).map(([field, words]) => [field, [words]])),
        ...(complete ? noPin : {}),
      };
      if (Object.keys(wrong).length) throw invalid(wrong);
      const isPinned = next.geom === null && (formatPin(next) !== formatPin(before) || moved);
      if (complete && isPinned)
        await requirePlausiblePlace(ctx.read, {
          place: { ...next, geom: null },
          county_id: next.us_county_id,
          save_anyway,
        });
      return tidy;
    },
  });
}

async function withRequester(ctx: Ctx<CompanyActor>, draft: Draft, wanted: number | undefined) {
  if (wanted === undefined || wanted === draft.request_user_company_id) return draft;
  const { actor } = await actAsRequester(ctx, wanted);
  const { id, roles } = actor.company;
  return setRequester(draft, { id, is_land_manager: roles.is_land_manager });
}

/** Return the chosen state, its county, and the meridian: the state's only one, or the chosen one. */
async function placeOf(ctx: Ctx, typed: Pick<Typed, "us_state_id" | "us_county_id" | "plss_meridian_code">) {
  const nowhere = { us_state_id: null, us_county_id: null, plss_meridian_code: null };
  const { us_state_id } = typed;
  if (!us_state_id) return { stusps: null, values: nowhere };
  const state = await readDraftState(ctx, { us_state_id });
  if (!state) throw invalid({ us_state_id: [OVERVIEW_REQUIRED_MESSAGES.us_state_id] });
  const [county] = typed.us_county_id
    ? await ctx.read
        .select({ id: usCounty.id })
        .from(usCounty)
        .where(and(eq(usCounty.id, typed.us_county_id), eq(usCounty.us_state_id, us_state_id)))
    : [];
  const meridians = needsMeridian(state.stusps) ? await meridiansOf(ctx, us_state_id) : [];
  const code = meridians.find((m) => m.code === typed.plss_meridian_code)?.code;
  return {
    stusps: state.stusps,
    values: {
      us_state_id,
      us_county_id: county?.id ?? null,
      plss_meridian_code: code ?? getOnlyMeridian(state.stusps),
    },
  };
}

/** Names of a state and a county, for display. */
export async function readCountyName(
  ctx: Pick<Ctx, "read">,
  countyId: number | null,
): Promise<string | null> {
  if (!countyId) return null;
  const [row] = await ctx.read
    .select({ text: sql<string>`${usCounty.name} || ', ' || ${usState.stusps}` })
    .from(usCounty)
    .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
    .where(eq(usCounty.id, countyId));
  return row?.text ?? null;
}
