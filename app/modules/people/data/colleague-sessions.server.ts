import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { session } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import { allowAnyRows } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { buildAccountEventStep } from "../shared/account-events.server";
import { requireEmployeePermission } from "./employees.server";

/** Read a colleague for the page that confirms ending the colleague's sessions. */
export const getColleagueSessions = procedure({
  name: "getColleagueSessions",
  may: "crew_member.read",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const employeeRight = await requireEmployeePermission(ctx, user_id, "update");
    const [open] = await ctx.read
      .select({ n: count() })
      .from(session)
      .where(eq(session.user_id, employeeRight.id));
    return { id: employeeRight.id, name: formatFullName(employeeRight), open: open?.n ?? 0 };
  },
});

/** End every session of a colleague, for example when a driver has lost the phone. The password doesn't change. */
export const endColleagueSessions = procedure({
  name: "endColleagueSessions",
  may: "crew_member.update",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const employeeRight = await requireEmployeePermission(ctx, user_id, "update");
    if (employeeRight.id === ctx.actor.user?.id) throw unprocessable("End your own sign-ins under Profile.");
    return ctx.commit(
      [
        allowAnyRows(ctx.write.delete(session).where(eq(session.user_id, employeeRight.id))),
        buildAccountEventStep(ctx, employeeRight.id, "signed-out-by-admin", {
          company: ctx.actor.company.id,
        }),
      ],
      { id: employeeRight.id },
    );
  },
});
