import { z } from "zod";
import { parseGeometry } from "~/lib/geo/location";
import { registerResettable } from "~/lib/process-state";
import { createTextSchema } from "~/lib/text/input";
import { formatDate, formatFullInstant, getDay } from "~/lib/time/time";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, invalid } from "~/web/refusal";
import { ownerReportFields } from "../rules/report-input";
import { readOwnerReportDeadline } from "./clock.server";
import { readOwnerJob } from "./job-words.server";
import { buildOwnerPath, type LiveLink, recordLinkOpening, requireLiveLink } from "./link.server";
import {
  type DeliveredSums,
  iterateOwnerLoads,
  type LoadNumberSummary,
  type OwnerLoadReader,
  readLoadNumberSummary,
  readOwnerLoads,
  sumDelivered,
} from "./loads.server";
import { drawOwnerMap } from "./map.server";
import { readOwnerReport } from "./report.server";

const code = createTextSchema(60);
export const LOADS_PER_PAGE = 20;

/**
 * Cache time of the sums in milliseconds. The sums of a big job take a while, and anybody with the link can open its
 * page.
 */
const KEPT_MS = 60_000;
type Kept = { at: number; sums: DeliveredSums; numbers: LoadNumberSummary };
const stored = registerResettable(new Map<number, Kept>());

const eyesOf = (link: LiveLink): OwnerLoadReader => ({
  job_id: link.job_id,
  company_id: link.company_id,
  link_id: link.id,
});

async function sumsOf(ctx: Ctx, link: LiveLink, zone: string): Promise<Kept> {
  const now = ctx.now.getTime();
  const had = stored.get(link.id);
  if (had && had.at <= now && now - had.at < KEPT_MS) return had;
  const [sums, numbers] = await Promise.all([
    sumDelivered(ctx.read, eyesOf(link), ctx.now, null, zone),
    readLoadNumberSummary(ctx.read, eyesOf(link), ctx.now),
  ]);
  const created = { at: now, sums, numbers };
  for (const [id, { at }] of stored) if (now - at >= KEPT_MS) stored.delete(id);
  stored.set(link.id, created);
  return created;
}

/**
 * Read the page that a code opens for a land owner: the owner's loads and their sums, without prices, people or
 * comments.
 */
export const readOwnerPage = procedure({
  name: "readOwnerPage",
  audience: "anyone",
  input: z.strictObject({ code, page: z.number().int().min(0).max(100_000) }),
  async run(ctx, { code: typed, page }) {
    const link = await requireLiveLink(ctx, typed);
    const ownerJob = await readOwnerJob(ctx.read, link.job_id);
    const { zone } = ownerJob;
    const [{ sums, numbers }, loads, clock, map] = await Promise.all([
      sumsOf(ctx, link, zone),
      readOwnerLoads(ctx.read, eyesOf(link), ctx.now, { take: LOADS_PER_PAGE, skip: page * LOADS_PER_PAGE }),
      readOwnerReportDeadline(
        ctx.read,
        { id: ownerJob.id, us_state_id: ownerJob.us_state_id },
        zone,
        ctx.now,
      ),
      drawOwnerMap(ctx.read, ownerJob, ownerJob.geom ? parseGeometry(ownerJob.geom) : null),
    ]);
    await recordLinkOpening(ctx, link);
    const { name, county, state, land, requester, managers, phone } = ownerJob;
    return {
      path: buildOwnerPath(link.code),
      owner: link.owner,
      job: { name, county, state, land, requester, managers },
      phone,
      sums: { ...sums, first: null, last: sums.last && formatDate(getDay(new Date(sums.last), zone)) },
      numbers,
      loads,
      page,
      map,
      clocks: clock.clocks.map((c) => ({ ...c, due_on: c.due_on && formatDate(c.due_on) })),
      last_report: clock.reports[0]
        ? {
            given_on: formatDate(clock.reports[0].delivered_on),
            covers_to: formatDate(clock.reports[0].covers_to),
          }
        : null,
      as_of: formatFullInstant(ctx.now.toISOString(), zone),
    };
  },
});

/**
 * Read the report that a code opens for printing: every delivered load of some days, with everything that states' laws
 * require.
 */
export const readPublicOwnerReport = procedure({
  name: "readPublicOwnerReport",
  audience: "anyone",
  input: z.strictObject({ code, ...ownerReportFields }),
  async run(ctx, { code: typed, ...asked }) {
    const link = await requireLiveLink(ctx, typed);
    const report = await readOwnerReport(ctx.read, eyesOf(link), asked, ctx.now);
    return { path: buildOwnerPath(link.code), owner: link.owner, report };
  },
});

/** Stream the loads that a code opens as spreadsheet rows, checking before each batch that the link still works. */
export const streamOwnerLoads = procedure({
  name: "streamOwnerLoads",
  audience: "anyone",
  input: z.strictObject({ code }),
  async run(ctx, { code: typed }) {
    const link = await requireLiveLink(ctx, typed);
    const { name, zone } = await readOwnerJob(ctx.read, link.job_id);
    const started = Date.now();
    const now = () => new Date(ctx.now.getTime() + Date.now() - started);
    return { name, zone, day: getDay(ctx.now, zone), loads: iterateOwnerLoads(ctx.read, eyesOf(link), now) };
  },
});

/** Convert a code typed from a card to the path of its page. */
export const openOwnerCode = procedure({
  name: "openOwnerCode",
  audience: "anyone",
  secrets: ["code"],
  input: z.strictObject({
    code: createTextSchema(60, "That's too long for a code", "Type the code on your card"),
  }),
  async run(ctx, { code: typed }) {
    try {
      const link = await requireLiveLink(ctx, typed);
      return { path: buildOwnerPath(link.code) };
    } catch (error) {
      if (error instanceof AppError && error.kind === "missing")
        throw invalid({
          code: [
            "This code doesn't open anything. Check each letter and number, or ask the person who gave you the card.",
          ],
        });
      throw error;
    }
  },
});
