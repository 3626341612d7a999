import { inArray } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { user } from "#db/schema";
import { env } from "~/web/env.server";
import { buildDemoEmail, DEMO_ROLES } from "../rules/demo";

/**
 * Return the demo roles that the front page offers: those with an existing account, and none on a production
 * deployment.
 */
export async function readDemoRoles(
  read: Read,
  { DEMO, NODE_ENV }: Pick<ReturnType<typeof env>, "DEMO" | "NODE_ENV"> = env(),
): Promise<(typeof DEMO_ROLES)[number][]> {
  if (!DEMO && NODE_ENV === "production") return [];
  const rows = await read
    .select({ email: user.email })
    .from(user)
    .where(
      inArray(
        user.email,
        DEMO_ROLES.map(({ who }) => buildDemoEmail(who)),
      ),
    );
  const there = new Set(rows.map(({ email }) => email));
  return DEMO_ROLES.filter(({ who }) => there.has(buildDemoEmail(who)));
}
