import { z } from "zod";
import { parseGeometry } from "~/lib/geo/location";
import { resettable } from "~/lib/process-state";
import { textField } from "~/lib/text/input";
import { formatDate, formatFullInstant, getDay } from "~/lib/time/time";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, invalid } from "~/web/refusal";
import { reportInput } from "../rules/report-input";
import { readOwnerReportDeadline } from "./clock.server";
import { readOwnerJob } from "./job-words.server";
import { buildOwnerPath, type LiveLink, recordOpening, requireLiveLink } from "./link.server";
import {
  type DeliveredSums,
  iterateLoads,
  type Numbers,
  type OwnerEyes,
  readLoadNumbers,
  readLoads,
  sumDelivered,
} from "./loads.server";
import { drawOwnerMap } from "./map.server";
import { readOwnerReport } from "./report.server";

const code = textField(60);
export const LOADS_A_PAGE = 20;

/** Cache time of the sums: those of a big job take a while, and its page is open to anybody who has the link. */
const KEPT_MS = 60_000;
type Kept = { at: number; sums: DeliveredSums; numbers: Numbers };
const stored = resettable(new Map<number, Kept>());

const eyesOf = (link: LiveLink): OwnerEyes => ({
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
    readLoadNumbers(ctx.read, eyesOf(link), ctx.now),
  ]);
  const created = { at: now, sums, numbers };
  for (const [id, { at }] of stored) if (now - at >= KEPT_MS) stored.delete(id);
  stored.set(link.id, created);
  return created;
}

/** Read what a land owner sees of a job by a code: her loads and their sums, without price, person or comment. */
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
      readLoads(ctx.read, eyesOf(link), ctx.now, { take: LOADS_A_PAGE, skip: page * LOADS_A_PAGE }),
      readOwnerReportDeadline(
        ctx.read,
        { id: ownerJob.id, us_state_id: ownerJob.us_state_id },
        zone,
        ctx.now,
      ),
      drawOwnerMap(ctx.read, ownerJob, ownerJob.geom ? parseGeometry(ownerJob.geom) : null),
    ]);
    await recordOpening(ctx, link);
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

/** Read the report to print: every delivered load of some days, with everything that the states' laws require. */
export const readPublicOwnerReport = procedure({
  name: "readPublicOwnerReport",
  audience: "anyone",
  input: z.strictObject({ code, ...reportInput }),
  async run(ctx, { code: typed, ...asked }) {
    const link = await requireLiveLink(ctx, typed);
    const report = await readOwnerReport(ctx.read, eyesOf(link), asked, ctx.now);
    return { path: buildOwnerPath(link.code), owner: link.owner, report };
  },
});

/** Stream the same loads as spreadsheet rows, checking for each part that the link still opens them. */
export const openOwnerLoads = procedure({
  name: "openOwnerLoads",
  audience: "anyone",
  input: z.strictObject({ code }),
  async run(ctx, { code: typed }) {
    const link = await requireLiveLink(ctx, typed);
    const { name, zone } = await readOwnerJob(ctx.read, link.job_id);
    const started = Date.now();
    const now = () => new Date(ctx.now.getTime() + Date.now() - started);
    return { name, zone, day: getDay(ctx.now, zone), loads: iterateLoads(ctx.read, eyesOf(link), now) };
  },
});

/** Open a code typed by hand from a card. */
export const openOwnerCode = procedure({
  name: "openOwnerCode",
  audience: "anyone",
  secrets: ["code"],
  input: z.strictObject({ code: textField(60, "That's too long for a code", "Type the code on your card") }),
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
