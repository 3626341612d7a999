import { and, asc, desc, eq, gt, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { session, user } from "#db/schema";
import { formatPhone, parseApiPhone } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { normalizeEmail } from "~/modules/people/rules/person";
import { hasSecondFactor } from "~/modules/people/shared/second-factors.server";
import { listOutput, outputName } from "~/web/output";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { createAdminListInput, USER_FILTERS } from "../rules/lists";
import { readAdminActionsAbout } from "./acts.server";
import { buildContainsCondition, parseTypedId } from "./part.server";
import { recordAdminView } from "./viewed.server";

const COMPANIES = sql<string>`(SELECT coalesce(json_group_array(json_object('id', x.id, 'name', x.name)), '[]') FROM
  (SELECT DISTINCT c.id, c.name FROM crew_member m JOIN crew f ON f.id = m.crew_id AND f.is_deleted = 0
    JOIN company c ON c.id = f.company_id AND c.is_deleted = 0 WHERE m.user_id = user.id ORDER BY c.name, c.id) x)`;
const LAST_SEEN = sql<string | null>`(SELECT max(s.last_seen_at) FROM session s WHERE s.user_id = user.id)`;
const NOWHERE = sql`NOT EXISTS (SELECT 1 FROM crew_member m JOIN crew f ON f.id = m.crew_id AND f.is_deleted = 0
  WHERE m.user_id = user.id)`;

const userShape = {
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  is_super_user: z.boolean(),
  disabled_at: z.string().nullable(),
  last_seen_at: z.string().nullable().describe("Of the sign-ins that last; null if there aren't any."),
  created_at: z.string(),
  companies: z.array(outputName),
};
const userList = listOutput("users", z.strictObject(userShape));

const FIELDS = { user, companies: COMPANIES, last_seen_at: LAST_SEEN };
type Found = { user: typeof user.$inferSelect; companies: string; last_seen_at: string | null };

const shown = ({ user: u, companies, last_seen_at }: Found) => ({
  id: u.id,
  name: formatFullName(u),
  email: u.email,
  phone_number: u.phone_number,
  is_super_user: u.is_super_user,
  disabled_at: u.disabled_at,
  last_seen_at,
  created_at: u.created_at,
  companies: z.array(outputName).parse(JSON.parse(companies)),
});

/** List all users of the site for super users, paginated; searchable by part of the name, or by email, phone or number. */
export const listAllUsers = procedure({
  name: "listAllUsers",
  audience: "super",
  input: z.strictObject(createAdminListInput(USER_FILTERS)),
  output: userList,
  async run(ctx, { q, show = "all", sort, take, skip }) {
    const which: SQL | undefined = {
      all: undefined,
      super: eq(user.is_super_user, true),
      disabled: isNotNull(user.disabled_at),
      nowhere: NOWHERE,
    }[show];
    const name = sql`${user.first_name} || ' ' || ${user.last_name}`;
    const where = and(
      which,
      q
        ? or(
            buildContainsCondition(name, q),
            eq(user.email, normalizeEmail(q)),
            eq(user.phone_number, parseApiPhone(q) ?? ""),
            eq(user.id, parseTypedId(q)),
          )
        : undefined,
    );
    const order =
      sort === "name" ? [asc(user.first_name), asc(user.last_name), asc(user.id)] : [desc(user.id)];
    const [counted] = await ctx.read.select({ n: sql<number>`count(*)` }).from(user).where(where);
    const rows = await ctx.read
      .select(FIELDS)
      .from(user)
      .where(
        sql`${user.id} IN (${ctx.read
          .select({ id: user.id })
          .from(user)
          .where(where)
          .orderBy(...order)
          .limit(take === -1 ? 1_000_000 : take)
          .offset(skip)})`,
      )
      .orderBy(...order);
    return { users: rows.map(shown), meta: { total: counted?.n ?? 0, skip, take } };
  },
});

/** Return a user's details for the site's operators: companies, sessions, past actions. */
export const getUserForAdmin = procedure({
  name: "getUserForAdmin",
  audience: "super",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const [row] = await ctx.read.select(FIELDS).from(user).where(eq(user.id, user_id));
    if (!row) throw notFound("We couldn't find that person.");
    const [[signedIn], acts] = await Promise.all([
      ctx.read
        .select({ n: sql<number>`count(*)` })
        .from(session)
        .where(and(eq(session.user_id, user_id), gt(session.expires_at, ctx.now.toISOString()))),
      readAdminActionsAbout(ctx, { user: user_id }),
    ]);
    await recordAdminView(ctx, { user: user_id });
    return {
      ...shown(row),
      phone: row.user.phone_number && formatPhone(row.user.phone_number),
      email_verified: row.user.email_verified_at !== null,
      has_password: row.user.password_hash !== null,
      version: row.user.version,
      has_second_factor: await hasSecondFactor(ctx.read, user_id),
      sessions: signedIn?.n ?? 0,
      acts,
      is_me: row.user.id === ctx.actor.user?.id,
    };
  },
});
