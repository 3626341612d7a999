import { readSession } from "./session.server";

/** Return the user of a browser with these cookies, as written in the log; null if they have no valid session. */
export async function getLogIdentity(cookie: string): Promise<string | null> {
  // A page request counts as use of the session, which is recorded.
  const match = await readSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
  if (!match) return null;
  const { user, session } = match;
  return session.active_company_id ? `u${user.id}c${session.active_company_id}` : `u${user.id}`;
}
