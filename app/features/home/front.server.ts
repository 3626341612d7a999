import { inArray } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { user } from "#db/schema";
import { env } from "~/web/env.server";
import { DEMO_ROLES, demoAddress } from "./demo";

/** Whose day the front page offers to try: the demo's people that are there, and on a deployment for real work nobody. */
export async function demoRoles(
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
        DEMO_ROLES.map(({ who }) => demoAddress(who)),
      ),
    );
  const there = new Set(rows.map(({ email }) => email));
  return DEMO_ROLES.filter(({ who }) => there.has(demoAddress(who)));
}
