import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { session } from "#db/schema";
import { eventStep } from "~/core/people/account-events.server";
import { fullName } from "~/domain/text/text";
import { mayMiss } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { notNow } from "~/web/refusal";
import { employeeFor } from "./employees.server";

/** A colleague, for the page that asks before their sign-ins end. */
export const getColleagueSessions = procedure({
  name: "getColleagueSessions",
  may: "crew_member.read",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const found = await employeeFor(ctx, user_id, "update");
    const [open] = await ctx.read.select({ n: count() }).from(session).where(eq(session.user_id, found.id));
    return { id: found.id, name: fullName(found), open: open?.n ?? 0 };
  },
});

/** Ends every sign-in of a colleague, as when a driver lost the phone. The password stays as it is. */
export const endColleagueSessions = procedure({
  name: "endColleagueSessions",
  may: "crew_member.update",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const found = await employeeFor(ctx, user_id, "update");
    if (found.id === ctx.actor.user?.id) throw notNow("End your own sign-ins under Profile.");
    return ctx.commit(
      [
        mayMiss(ctx.write.delete(session).where(eq(session.user_id, found.id))),
        eventStep(ctx, found.id, "signed-out-by-admin", { company: ctx.actor.company.id }),
      ],
      { id: found.id },
    );
  },
});
