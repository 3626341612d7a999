import { z } from "zod";
import { procedure } from "~/web/procedure";
import { readRequesters } from "../setup/data/requester.server";
import { getResumeBanner } from "./draft.server";

/**
 * Offer for a person who might create a job: the setup to continue, otherwise to start one, otherwise the subscription
 * that it needs (docs/domain.md#company-features). Nothing if the crew may not create jobs.
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
