import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Freshness, WriteOutcome } from "../database";
import { getMoment, type Moment, type Syncer } from "./syncer.server";

/** Maximum difference between the clocks of two servers. */
const SKEW = 1_000;
/** Reject a mark further ahead than this: no correct clock produces it. */
const AHEAD = 60_000;

/**
 * A session's last write, carried in its cookie. On the server that wrote, a sync that began later proves that the
 * write can be read; on another server, a sync that began later by more than clocks may differ. This doesn't use the
 * primary's replication index, because that restarts when a primary recovers from a crash.
 */
export function createMarks(syncer: Syncer, waitLimit: number) {
  const server = randomBytes(6).toString("hex");
  const request = new AsyncLocalStorage<WriteOutcome>();
  const format = (moment: Moment) => `${server}.${Math.ceil(moment.own * 1000)}.${moment.wall}`;

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
      if (wrote) wrote.mark = format(getMoment());
    },
  };
}
