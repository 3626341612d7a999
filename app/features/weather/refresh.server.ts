import { and, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Database, Statement } from "#db/client.server";
import { outliving } from "#db/outliving";
import { outsideFact } from "#db/schema";
import { isFresh, keepFact, noteFailure, type OutsideFact } from "~/core/outside/facts.server";
import { NoAnswer } from "~/core/outside/outside.server";
import { wakeWork } from "~/core/work/waking.server";
import { enqueue, work } from "~/core/work/work.server";
import { isRecent } from "~/domain/time/recent";
import { maybeInUnitedStates, placeOfWeather, weatherKey } from "~/domain/weather/forecast";
import type { App } from "~/web/app.server";
import { statementOf } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { activeWarnings, forecastAddress, hourlyForecast } from "./nws.server";

export const FORECAST = "nws_hourly";
export const WARNINGS = "nws_alert";
const POINT = "nws_point";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LASTS = {
  /** Which square of the service's map a place lies in hardly ever changes. */
  [POINT]: { fresh: 30 * DAY, usable: 60 * DAY },
  /** More often than once an hour the service asks not to be asked. */
  [FORECAST]: { fresh: HOUR, usable: 12 * HOUR },
  [WARNINGS]: { fresh: 10 * MINUTE, usable: HOUR },
};
type Kind = keyof typeof LASTS;

/** Where the weather comes from: the service, a made-up one that says so, or nowhere. */
export function weatherFrom(): "nws" | "demo" | "off" {
  const { WEATHER, NODE_ENV, DEMO } = env();
  return WEATHER ?? (NODE_ENV === "production" && !DEMO ? "nws" : "demo");
}

/** Asks the weather service about one place: what is known and fresh is left alone. */
export const freshWeather = work({
  name: "weather of a place",
  input: z.strictObject({ place: z.string().max(40), asked: z.boolean() }),
  attempts: 3,
  able: () => weatherFrom() === "nws",
  async run({ db, now, log }, { place, asked }, { signal }) {
    if (!maybeInUnitedStates(placeOfWeather(place))) return;
    const at = now();
    const rows = await db.read
      .select()
      .from(outsideFact)
      .where(and(inArray(outsideFact.kind, [POINT, FORECAST, WARNINGS]), eq(outsideFact.key, place)));
    const known = new Map(rows.map((row) => [row.kind, row]));
    const ask = async (kind: Kind, question: () => Promise<unknown>): Promise<unknown> => {
      const fact = known.get(kind);
      if (fact && isFresh(fact, at) && !(asked && needsMark(fact, at))) return fact.body;
      if (fact && isFresh(fact, at)) return mark(db, fact, at);
      const which = { kind, key: place, now: at, asked };
      try {
        const body = await question();
        await db.batch([keepFact(db, which, body, LASTS[kind])], { unread: true });
        return body;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        log.warn({ place, kind, failure: error.message }, "the weather service gave no answer");
        const gone = error.status === 404 && kind === FORECAST ? [forget(db, POINT, place)] : [];
        await db.batch([...gone, noteFailure(db, which, error.message, fact?.failures ?? 0)], {
          unread: true,
        });
        return null;
      }
    };
    const address = await ask(POINT, () => forecastAddress(place, { signal }));
    if (typeof address === "string") await ask(FORECAST, () => hourlyForecast(address, at, { signal }));
    await ask(WARNINGS, () => activeWarnings(place, { signal }));
  },
});

/** A square that the service has given up is asked for again. */
const forget = (db: Database, kind: Kind, key: string): Statement =>
  db.write
    .update(outsideFact)
    .set({ fresh_until: new Date(0).toISOString() })
    .where(and(eq(outsideFact.kind, kind), eq(outsideFact.key, key)))
    .toSQL();

/** When somebody wanted it is noted twice a day at most. */
export const needsMark = (fact: OutsideFact | undefined, now: Date): boolean =>
  fact !== undefined && now.getTime() - Date.parse(fact.asked_at) > 12 * HOUR;

async function mark(db: Database, { kind, key, body }: OutsideFact, now: Date) {
  const update = db.write.update(outsideFact).set({ asked_at: now.toISOString() });
  await db.batch([update.where(and(eq(outsideFact.kind, kind), eq(outsideFact.key, key))).toSQL()], {
    unread: true,
  });
  return body;
}

/** Every half hour, what somebody wanted in the last three days is kept fresh, so that a page finds it there. */
export const keepWeatherFresh = work({
  name: "weather of the places that people look at",
  input: z.strictObject({}),
  every: 30,
  able: () => weatherFrom() === "nws",
  async run({ db, now }: App) {
    const wanted = await db.read
      .select({ place: outsideFact.key })
      .from(outsideFact)
      .where(
        and(
          eq(outsideFact.kind, FORECAST),
          gt(outsideFact.asked_at, new Date(now().getTime() - 3 * DAY).toISOString()),
        ),
      )
      .limit(500);
    if (wanted.length === 0) return;
    const items = wanted.map(({ place }) => queued(place, false));
    await db.batch(items, { unread: true });
    wakeWork();
  },
});

const queued = (place: string, asked: boolean) =>
  statementOf(enqueue(freshWeather, { place, asked }, { key: place }).build);

/** Places that this process has put on the queue lately, and when. */
const lately = outliving(new Map<string, number>());
const MOST_REMEMBERED = 500;

/**
 * Have a place's weather fetched, without anybody waiting for it. One process asks for a place once in a minute at most.
 */
export function askForWeather(
  db: Database,
  at: { latitude: number; longitude: number },
  now: Date,
): Promise<void> {
  const place = weatherKey(at);
  if (weatherFrom() !== "nws" || !maybeInUnitedStates(at)) return Promise.resolve();
  if (isRecent(lately.get(place) ?? 0, now, MINUTE)) return Promise.resolve();
  lately.delete(place);
  lately.set(place, now.getTime());
  for (const oldest of lately.keys()) {
    if (lately.size <= MOST_REMEMBERED) break;
    lately.delete(oldest);
  }
  return db
    .batch([queued(place, true)], { unread: true })
    .then(() => wakeWork())
    .catch((error: unknown) => log.warn({ err: error }, "the weather could not be asked for"));
}
