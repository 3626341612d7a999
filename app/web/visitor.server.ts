import { readSession } from "./session.server";

/** Who a browser with these cookies is, in the words of the log; null where no session of theirs is good any more. */
export async function visitor(cookie: string): Promise<string | null> {
  // A page is asked for: that is somebody who uses the session, which is noted.
  const found = await readSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
  if (!found) return null;
  const { user, session } = found;
  return session.active_company_id ? `u${user.id}c${session.active_company_id}` : `u${user.id}`;
}
