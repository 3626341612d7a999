import { z } from "zod";
import { actsOnCompany } from "~/core/admin/acts.server";
import { formatInstant } from "~/domain/time/time";
import { procedure } from "~/web/procedure";

/** What the people who run the site did to the acting company, for its admins; nothing for others. */
export const listSiteActs = procedure({
  name: "listSiteActs",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const acts = await actsOnCompany(ctx);
    return acts.map((act) => ({ ...act, time: formatInstant(act.at, ctx.actor.zone, ctx.now) }));
  },
});
