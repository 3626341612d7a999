import { z } from "zod";
import { formatInstant } from "~/lib/time/time";
import { readCompanyAdminActions } from "~/modules/admin/shared/acts.server";
import { procedure } from "~/web/procedure";

/** Actions of the site's operators on the acting company, for its admins; nothing for others. */
export const listOperatorActions = procedure({
  name: "listOperatorActions",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const acts = await readCompanyAdminActions(ctx);
    return acts.map((act) => ({ ...act, time: formatInstant(act.at, ctx.actor.zone, ctx.now) }));
  },
});
