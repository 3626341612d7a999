/** What the poll needs of the page that it stands on; tests bring their own. */
type Page = { readonly hidden: boolean; onvisibilitychange: unknown };

/**
 * Asks every so often how much is not read: where the page is looked at, as often as the server says, until the person
 * is signed out, and never again before `least` seconds are over. Its parts come one by one, since their names would be half
 * of what travels.
 */
export function poll(
  ask: (headers: Record<string, string>) => Promise<Response>,
  show: (n: number, isMore: boolean) => void,
  least: number,
  later: (act: () => void, ms: number) => void,
  page: Page,
): void {
  let headers = {};
  let wait = least;
  let known = 1e9;
  let isDue: boolean | undefined;
  const look = async () => {
    isDue = page.hidden;
    if (isDue) return;
    try {
      const answer = await ask(headers);
      if (answer.status === 401) return;
      const said = answer.headers;
      wait = Math.max(least, Number(said.get("x-poll-interval")));
      if (answer.ok) {
        const { unread } = await answer.json();
        headers = { "if-none-match": said.get("etag") };
        show(unread, unread > known);
        known = unread;
      }
    } catch {
      // No signal: asked again at the next turn.
    }
    next();
  };
  const next = () => later(look, 1e3 * wait);
  next();
  page.onvisibilitychange = () => isDue && look();
}

declare global {
  interface Navigator {
    readonly connection?: { saveData?: boolean; effectiveType?: string };
  }
}

/** Keeps the badges and the title at what is not read, and says aloud that there is more. */
export default function unread() {
  if (document.onvisibilitychange) return;
  document.body.insertAdjacentHTML("beforeend", "<p class=sr role=status>");
  const aloud = document.body.lastElementChild;
  poll(
    (headers) => fetch("/api/notifications/unread", { headers }),
    (n, isMore) => {
      const said = n > 99 ? "99+" : n;
      const words = ` notification${n > 1 ? "s" : ""}`;
      for (const badge of document.querySelectorAll("[data-unread]"))
        badge.innerHTML = n ? `${said}<span class=sr>${words}` : "";
      document.title = (n ? `(${said}) ` : "") + document.title.replace(/^\(.*?\) /, "");
      if (isMore) aloud?.replaceChildren(said + words);
    },
    navigator.connection?.saveData ? 300 : 60,
    setTimeout,
    document,
  );
}
