import { readSession } from "./session.server";

/** Return the user of the session in these cookies, in the log's notation; null without a valid session. */
export async function getLogIdentity(cookie: string): Promise<string | null> {
  // Reading the session also records its use, which is right for a page request.
  const match = await readSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
  if (!match) return null;
  const { user, session } = match;
  return session.active_company_id ? `u${user.id}c${session.active_company_id}` : `u${user.id}`;
}
