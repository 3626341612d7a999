import type { z } from "zod";
import type { App } from "~/web/app.server";
import { makeRunner } from "../runner.server";
import { PROCESS } from "../waking.server";
import type { Work } from "../work.server";

/** Does a piece of work at once, whatever is on the queue. */
export const doAtOnce = <I extends z.ZodObject>(it: Work<I>, app: App, input: z.output<I>): Promise<void> =>
  it.run(app, input, {
    heartbeat: async () => {},
    signal: new AbortController().signal,
    attempt: 1,
    failure: null,
    note: () => {},
  });

/** Does all that is due of these kinds, as this process or another one would. */
export const doDue = (app: App, kinds: readonly Work[], process = PROCESS): Promise<void> =>
  makeRunner({ app, kinds, place: "here", process }).drain();
