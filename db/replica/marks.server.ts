import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Freshness, LastWrite } from "../database";
import { type ClockTimes, getClockTimes, type Syncer } from "./syncer.server";

/** Maximum difference between the clocks of two servers, in milliseconds. */
const SKEW = 1_000;
/** Ignore a mark further in the future than this, in milliseconds: no correct clock produces it. */
const AHEAD = 60_000;

/**
 * Marks that record the time of a session's last write in its cookie. A later sync proves that the write can be read on
 * a server. On the server that wrote, any later sync proves this; on another server, a sync that began later by more
 * than the maximum clock difference. The primary's replication index isn't used, because it restarts when a primary
 * recovers from a crash.
 */
export function createWriteMarks(syncer: Syncer, waitLimit: number) {
  const server = randomBytes(6).toString("hex");
  const request = new AsyncLocalStorage<LastWrite>();
  const format = (moment: ClockTimes) => `${server}.${Math.ceil(moment.own * 1000)}.${moment.wall}`;

  function isHere(mark: string): boolean {
    const [of, own, wall] = mark.split(".");
    const began = syncer.began();
    if (Number(wall) > Date.now() + AHEAD) return true;
    if (!began) return false;
    return of === server ? began.own * 1000 >= Number(own) : began.wall > Number(wall) + SKEW;
  }

  const freshness: Freshness = {
    during: (wrote, work) => request.run(wrote, work),
    async reached(mark) {
      if (!/^[0-9a-f]{12}\.\d{1,16}\.\d{1,16}$/.test(mark) || isHere(mark)) return true;
      return syncer.answers() && (await syncer.syncWithin(waitLimit));
    },
  };
  return {
    freshness,
    /** Record that the current request has written. */
    note() {
      const wrote = request.getStore();
      if (wrote) wrote.mark = format(getClockTimes());
    },
  };
}
