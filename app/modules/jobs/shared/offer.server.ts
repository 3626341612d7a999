import { z } from "zod";
import { procedure } from "~/web/procedure";
import { readRequesters } from "../setup/data/requester.server";
import { getResumeBanner } from "./draft-progress.server";

/**
 * Return the offer for a user who might create a job: continue the setup in progress, start one, or get the
 * subscription that job creation requires. Empty if the user's crew may not create jobs
 * (docs/domain.md#company-features).
 */
export const getSetupOffer = procedure({
  name: "getSetupOffer",
  input: z.strictObject({}),
  async run(ctx) {
    if (!ctx.actor.permissions.job.create) return { setup: null, offer: null };
    const requesters = await readRequesters(ctx);
    const has = requesters.some(({ id }) => id === ctx.actor.company.id);
    const setup = await getResumeBanner.run(ctx, {});
    return { setup, offer: has ? (setup ? null : ("create" as const)) : ("sales" as const) };
  },
});
