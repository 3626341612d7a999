import { and, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Database, Statement } from "#db/client.server";
import { externalCache } from "#db/schema";
import { type CachedResponse, isFresh, storeFailure, storeResponse } from "~/lib/external-apis/facts.server";
import { NoAnswerError } from "~/lib/external-apis/outside.server";
import { registerResettable } from "~/lib/process-state";
import { wakeRunner } from "~/lib/queue/waking.server";
import { buildEnqueueStep, defineTask } from "~/lib/queue/work.server";
import { isWithinWait } from "~/lib/time/recent";
import type { App } from "~/web/app.server";
import { toStatement } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { fetchActiveWarnings, fetchForecastUrl, fetchHourlyForecast } from "../data/nws.server";
import { formatWeatherKey, isPossiblyInUnitedStates, parseWeatherKey } from "../rules/forecast";

export const FORECAST_KIND = "nws_hourly";
export const WARNINGS_KIND = "nws_alert";
const POINT = "nws_point";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LASTS = {
  /** A place's grid square at the service hardly ever changes. */
  [POINT]: { fresh: 30 * DAY, usable: 60 * DAY },
  /** The service asks for no more than one request per hour. */
  [FORECAST_KIND]: { fresh: HOUR, usable: 12 * HOUR },
  [WARNINGS_KIND]: { fresh: 10 * MINUTE, usable: HOUR },
};
type Kind = keyof typeof LASTS;

/** Return the weather source: the service, demo data labeled as such, or none. */
export function getWeatherSource(): "nws" | "demo" | "off" {
  const { WEATHER, NODE_ENV, DEMO } = env();
  return WEATHER ?? (NODE_ENV === "production" && !DEMO ? "nws" : "demo");
}

/** Request the weather of one place from the service, skipping data that is still fresh. */
export const refreshWeatherTask = defineTask({
  name: "weather of a place",
  input: z.strictObject({ place: z.string().max(40), asked: z.boolean() }),
  attempts: 3,
  able: () => getWeatherSource() === "nws",
  async run({ db, now, log }, { place, asked }, { signal }) {
    if (!isPossiblyInUnitedStates(parseWeatherKey(place))) return;
    const date = now();
    const rows = await db.read
      .select()
      .from(externalCache)
      .where(
        and(inArray(externalCache.kind, [POINT, FORECAST_KIND, WARNINGS_KIND]), eq(externalCache.key, place)),
      );
    const known = new Map(rows.map((row) => [row.kind, row]));
    const ask = async (kind: Kind, question: () => Promise<unknown>): Promise<unknown> => {
      const fact = known.get(kind);
      if (fact && isFresh(fact, date) && !(asked && isInterestStale(fact, date))) return fact.body;
      if (fact && isFresh(fact, date)) return mark(db, fact, date);
      const which = { kind, key: place, now: date, asked };
      try {
        const body = await question();
        await db.batch([storeResponse(db, which, body, LASTS[kind])], { unread: true });
        return body;
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        log.warn({ place, kind, failure: error.message }, "the weather service gave no answer");
        const gone = error.status === 404 && kind === FORECAST_KIND ? [forget(db, POINT, place)] : [];
        await db.batch([...gone, storeFailure(db, which, error.message, fact?.failures ?? 0)], {
          unread: true,
        });
        return null;
      }
    };
    const address = await ask(POINT, () => fetchForecastUrl(place, { signal }));
    if (typeof address === "string")
      await ask(FORECAST_KIND, () => fetchHourlyForecast(address, date, { signal }));
    await ask(WARNINGS_KIND, () => fetchActiveWarnings(place, { signal }));
  },
});

/** Delete a cached grid square that the service no longer uses, so that it is requested again. */
const forget = (db: Database, kind: Kind, key: string): Statement =>
  db.write
    .update(externalCache)
    .set({ fresh_until: new Date(0).toISOString() })
    .where(and(eq(externalCache.kind, kind), eq(externalCache.key, key)))
    .toSQL();

/** Check whether a user's interest in a place should be recorded again, which happens at most twice a day. */
export const isInterestStale = (fact: CachedResponse | undefined, now: Date): boolean =>
  fact !== undefined && now.getTime() - Date.parse(fact.last_used_at) > 12 * HOUR;

async function mark(db: Database, { kind, key, body }: CachedResponse, now: Date) {
  const update = db.write.update(externalCache).set({ last_used_at: now.toISOString() });
  await db.batch([update.where(and(eq(externalCache.kind, kind), eq(externalCache.key, key))).toSQL()], {
    unread: true,
  });
  return body;
}

/** Every half hour, refresh the weather of places that users viewed in the last three days, so that pages have it ready. */
export const refreshStaleWeatherTask = defineTask({
  name: "weather of the places that people look at",
  input: z.strictObject({}),
  every: 30,
  able: () => getWeatherSource() === "nws",
  async run({ db, now }: App) {
    const expected = await db.read
      .select({ place: externalCache.key })
      .from(externalCache)
      .where(
        and(
          eq(externalCache.kind, FORECAST_KIND),
          gt(externalCache.last_used_at, new Date(now().getTime() - 3 * DAY).toISOString()),
        ),
      )
      .limit(500);
    if (expected.length === 0) return;
    const items = expected.map(({ place }) => queued(place, false));
    await db.batch(items, { unread: true });
    wakeRunner();
  },
});

const queued = (place: string, asked: boolean) =>
  toStatement(buildEnqueueStep(refreshWeatherTask, { place, asked }, { key: place }).build);

/** Places that this process has queued recently, with the time. */
const lately = registerResettable(new Map<string, number>());
const MAX_REMEMBERED = 500;

/** Queue a fetch of a place's weather without waiting for it. Each process requests a place at most once a minute. */
export function requestWeather(
  db: Database,
  target: { latitude: number; longitude: number },
  now: Date,
): Promise<void> {
  const place = formatWeatherKey(target);
  if (getWeatherSource() !== "nws" || !isPossiblyInUnitedStates(target)) return Promise.resolve();
  if (isWithinWait(lately.get(place) ?? 0, now, MINUTE)) return Promise.resolve();
  lately.delete(place);
  lately.set(place, now.getTime());
  for (const oldest of lately.keys()) {
    if (lately.size <= MAX_REMEMBERED) break;
    lately.delete(oldest);
  }
  return db
    .batch([queued(place, true)], { unread: true })
    .then(() => wakeRunner())
    .catch((error: unknown) => log.warn({ err: error }, "the weather could not be asked for"));
}
