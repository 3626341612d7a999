import { eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { user } from "#db/schema";
import { parseApiPhone } from "~/lib/text/phone";
import { normalizeEmail } from "../rules/person";

/** Find the account for a typed email or phone. */
export async function findUserByLogin(read: Read, login: string) {
  const phone = parseApiPhone(login);
  const [found] = await read
    .select({
      id: user.id,
      password_hash: user.password_hash,
      email: user.email,
      phone_number: user.phone_number,
      phone_verified_at: user.phone_verified_at,
      disabled_at: user.disabled_at,
    })
    .from(user)
    .where(
      phone && !login.includes("@") ? eq(user.phone_number, phone) : eq(user.email, normalizeEmail(login)),
    );
  return found;
}

/**
 * Return the key under which tries at an account are counted. The account's email and phone, in any spelling, have the
 * same key. Without an account, the key is the typed text, shortened.
 */
export async function readSignInLimitKey(read: Read, login: string): Promise<string> {
  const user = await findUserByLogin(read, login);
  return user ? `u${user.id}` : (parseApiPhone(login) ?? normalizeEmail(login)).slice(0, 254);
}
