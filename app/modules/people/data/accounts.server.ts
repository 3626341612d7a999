import { verify } from "@node-rs/argon2";
import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { company, crew, invite, user } from "#db/schema";
import { parseApiPhone } from "~/lib/text/phone";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, invalid } from "~/web/refusal";
import { hashToken } from "~/web/session.server";
import { newPasswordField } from "../rules/password";
import { emailInput, normalizeEmail, personNameField, phoneInput } from "../rules/person";
import { buildEmailCheckSteps } from "./contact-checks.server";
import { findUserByLogin } from "./find-user.server";
import { hashPassword } from "./hash.server";

/** Hash to compare the password with if no account matches, so that the response takes as long as with an account. */
let dummy: Promise<string> | undefined;

const WRONG = "This email or phone and password don't match.";
/** Message shown only after the right password. */
export const ACCOUNT_DISABLED_MESSAGE = "This account was disabled. Ask the people who run this site.";

/**
 * Find a person by email or phone and check the password. A failure gives the same error whether or not the account
 * exists.
 */
export const verifyCredentials = procedure({
  name: "verifyCredentials",
  audience: "anyone",
  secrets: ["password"],
  input: z.strictObject({
    login: z.string("Type your email or phone").trim().min(1, "Type your email or phone").max(254),
    password: z.string("Type your password").min(1, "Type your password").max(1000),
  }),
  async run(ctx, input) {
    const user = await findUserByLogin(ctx.read, input.login);
    dummy ??= hashPassword("no one has this password");
    const right = await verify(user?.password_hash ?? (await dummy), input.password);
    if (!user?.password_hash || !right) throw new AppError("invalid", WRONG, { fields: { "": [WRONG] } });
    if (user.disabled_at)
      throw new AppError("invalid", ACCOUNT_DISABLED_MESSAGE, { fields: { "": [ACCOUNT_DISABLED_MESSAGE] } });
    return { userId: user.id };
  },
});

export const signUp = procedure({
  name: "signUp",
  audience: "anyone",
  secrets: ["password"],
  input: z.strictObject({
    first_name: personNameField("First name"),
    last_name: personNameField("Last name"),
    email: emailInput,
    phone_number: phoneInput.optional(),
    password: newPasswordField,
  }),
  async run(ctx, input) {
    const email = normalizeEmail(input.email);
    const phone = input.phone_number ? parseApiPhone(input.phone_number) : null;
    const password_hash = await hashPassword(input.password);
    const taken = await ctx.read
      .select({ email: user.email })
      .from(user)
      .where(phone ? or(eq(user.email, email), eq(user.phone_number, phone)) : eq(user.email, email));
    if (taken.some((t) => t.email === email))
      throw invalid({ email: ["An account already has this email. Sign in, or ask for a new password."] });
    if (taken.length) throw invalid({ phone_number: ["An account already has this phone."] });
    const me = sql<number>`(SELECT id FROM ${user} WHERE ${user.email} = ${email})`;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(user).values({
            first_name: input.first_name,
            last_name: input.last_name,
            email,
            phone_number: phone,
            password_hash,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...buildEmailCheckSteps(ctx, me, email),
      ],
      { userId: me },
    );
  },
});

/** Read an open invitation by its link: the person invited, and the company. */
export const getInvite = procedure({
  name: "getInvite",
  audience: "anyone",
  input: z.strictObject({ token: z.string().max(200) }),
  async run(ctx, { token }) {
    const invite = await findOpenInvite(ctx, token);
    if (!invite) return null;
    // The link was only mailed, so its holder owns the email and may learn that an account with that email exists.
    const [account] =
      invite.is_mailed_only && invite.email && !invite.user_id
        ? await ctx.read
            .select({ id: user.id })
            .from(user)
            .where(and(eq(user.email, invite.email), isNotNull(user.password_hash)))
        : [];
    return { ...invite, has_account: account !== undefined };
  },
});

/** Return the open invitation for a link, or null if the invitation was used, revoked or expired. */
export async function findOpenInvite(ctx: Pick<Ctx, "read" | "now">, token: string) {
  const [row] = await ctx.read
    .select({
      id: invite.id,
      crew_id: invite.crew_id,
      user_id: invite.user_id,
      company: company.name,
      first_name: invite.first_name,
      last_name: invite.last_name,
      email: invite.email,
      phone_number: invite.phone_number,
      is_mailed_only: invite.is_mailed_only,
    })
    .from(invite)
    .innerJoin(company, and(eq(company.id, invite.company_id), eq(company.is_deleted, false)))
    .innerJoin(crew, and(eq(crew.id, invite.crew_id), eq(crew.is_deleted, false)))
    .leftJoin(user, eq(user.id, invite.user_id))
    .where(
      and(
        // A person who has a password needs no link, and nobody else may choose a new password for that person.
        isNull(user.password_hash),
        isNull(user.disabled_at),
        eq(invite.token_hash, hashToken(token)),
        isNull(invite.accepted_at),
        isNull(invite.revoked_at),
        gt(invite.expires_at, ctx.now.toISOString()),
      ),
    );
  return row ?? null;
}
