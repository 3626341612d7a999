import { z } from "zod";
import { outliving } from "#db/outliving";
import { parseGeom } from "~/domain/geo/location";
import { text } from "~/domain/text/input";
import { dayOf, formatDate, formatInstantInFull } from "~/domain/time/time";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, Refusal } from "~/web/refusal";
import { readOwnerClock } from "./clock.server";
import { readOwnerJob } from "./job-words.server";
import { type LiveLink, liveLink, noteOpening, ownerPath } from "./link.server";
import {
  type DeliveredSums,
  eachLoad,
  type Numbers,
  type OwnerEyes,
  readLoadNumbers,
  readLoads,
  sumDelivered,
} from "./loads.server";
import { drawOwnerMap } from "./map.server";
import { readOwnerReport } from "./report.server";
import { reportInput } from "./report-input";

const code = text(60);
export const LOADS_A_PAGE = 20;

/** DeliveredSums of a big job take a while, and its page is open to anybody who has the link: they are kept so long. */
const KEPT_MS = 60_000;
type Kept = { at: number; sums: DeliveredSums; numbers: Numbers };
const kept = outliving(new Map<number, Kept>());

const eyesOf = (link: LiveLink): OwnerEyes => ({
  job_id: link.job_id,
  company_id: link.company_id,
  link_id: link.id,
});

async function sumsOf(ctx: Ctx, link: LiveLink, zone: string): Promise<Kept> {
  const now = ctx.now.getTime();
  const had = kept.get(link.id);
  if (had && had.at <= now && now - had.at < KEPT_MS) return had;
  const [sums, numbers] = await Promise.all([
    sumDelivered(ctx.read, eyesOf(link), ctx.now, null, zone),
    readLoadNumbers(ctx.read, eyesOf(link), ctx.now),
  ]);
  const made = { at: now, sums, numbers };
  for (const [id, { at }] of kept) if (now - at >= KEPT_MS) kept.delete(id);
  kept.set(link.id, made);
  return made;
}

/** What a land owner sees of a job by a code: her loads and what they come to, and no price, person or comment. */
export const readOwnerPage = procedure({
  name: "readOwnerPage",
  audience: "anyone",
  input: z.strictObject({ code, page: z.number().int().min(0).max(100_000) }),
  async run(ctx, { code: typed, page }) {
    const link = await liveLink(ctx, typed);
    const found = await readOwnerJob(ctx.read, link.job_id);
    const { zone } = found;
    const [{ sums, numbers }, loads, clock, map] = await Promise.all([
      sumsOf(ctx, link, zone),
      readLoads(ctx.read, eyesOf(link), ctx.now, { take: LOADS_A_PAGE, skip: page * LOADS_A_PAGE }),
      readOwnerClock(ctx.read, { id: found.id, us_state_id: found.us_state_id }, zone, ctx.now),
      drawOwnerMap(ctx.read, found, found.geom ? parseGeom(found.geom) : null),
    ]);
    await noteOpening(ctx, link);
    const { name, county, state, land, requester, managers, phone } = found;
    return {
      path: ownerPath(link.code),
      owner: link.owner,
      job: { name, county, state, land, requester, managers },
      phone,
      sums: { ...sums, first: null, last: sums.last && formatDate(dayOf(new Date(sums.last), zone)) },
      numbers,
      loads,
      page,
      map,
      clocks: clock.clocks.map((c) => ({ ...c, due_on: c.due_on && formatDate(c.due_on) })),
      last_report: clock.reports[0]
        ? {
            given_on: formatDate(clock.reports[0].given_on),
            covers_to: formatDate(clock.reports[0].covers_to),
          }
        : null,
      as_of: formatInstantInFull(ctx.now.toISOString(), zone),
    };
  },
});

/** The report to print: every delivered load of some days, with all that the states' laws ask for. */
export const readPublicOwnerReport = procedure({
  name: "readPublicOwnerReport",
  audience: "anyone",
  input: z.strictObject({ code, ...reportInput }),
  async run(ctx, { code: typed, ...asked }) {
    const link = await liveLink(ctx, typed);
    const report = await readOwnerReport(ctx.read, eyesOf(link), asked, ctx.now);
    return { path: ownerPath(link.code), owner: link.owner, report };
  },
});

/** The same loads as rows for a spreadsheet, asked again for each part whether the link still opens them. */
export const openOwnerLoads = procedure({
  name: "openOwnerLoads",
  audience: "anyone",
  input: z.strictObject({ code }),
  async run(ctx, { code: typed }) {
    const link = await liveLink(ctx, typed);
    const { name, zone } = await readOwnerJob(ctx.read, link.job_id);
    const started = Date.now();
    const now = () => new Date(ctx.now.getTime() + Date.now() - started);
    return { name, day: dayOf(ctx.now, zone), loads: eachLoad(ctx.read, eyesOf(link), now) };
  },
});

/** A code as it stands on a card, typed by hand. */
export const openOwnerCode = procedure({
  name: "openOwnerCode",
  audience: "anyone",
  secrets: ["code"],
  input: z.strictObject({ code: text(60, "That's too long for a code", "Type the code on your card") }),
  async run(ctx, { code: typed }) {
    try {
      const link = await liveLink(ctx, typed);
      return { path: ownerPath(link.code) };
    } catch (error) {
      if (error instanceof Refusal && error.kind === "missing")
        throw invalid({
          code: [
            "This code doesn't open anything. Check each letter and number, or ask the person who gave you the card.",
          ],
        });
      throw error;
    }
  },
});
