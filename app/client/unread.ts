/** Part of the page that polling uses; tests pass a substitute. */
type Page = { readonly hidden: boolean; onvisibilitychange: unknown };

/**
 * Poll the unread count while the page is visible, at the server's interval but at most every `least` seconds, until
 * the user is signed out. The parts are separate arguments, because object keys would be half of the download.
 */
export function pollUnreadCount(
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
      const result = answer.headers;
      wait = Math.max(least, Number(result.get("x-poll-interval")));
      if (answer.ok) {
        const { unread } = await answer.json();
        headers = { "if-none-match": result.get("etag") };
        show(unread, unread > known);
        known = unread;
      }
    } catch {
      // Without a signal, try again at the next interval.
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

/** Show the unread count in badges and the title, and announce increases to screen readers. */
export default function initUnreadCount() {
  if (document.onvisibilitychange) return;
  document.body.insertAdjacentHTML("beforeend", "<p class=sr role=status>");
  const aloud = document.body.lastElementChild;
  pollUnreadCount(
    (headers) => fetch("/api/notifications/unread", { headers }),
    (n, isMore) => {
      const result = n > 99 ? "99+" : n;
      const words = ` notification${n > 1 ? "s" : ""}`;
      for (const badge of document.querySelectorAll("[data-unread]"))
        badge.innerHTML = n ? `${result}<span class=sr>${words}` : "";
      document.title = (n ? `(${result}) ` : "") + document.title.replace(/^\(.*?\) /, "");
      if (isMore) aloud?.replaceChildren(result + words);
    },
    navigator.connection?.saveData ? 300 : 60,
    setTimeout,
    document,
  );
}
