/** What the poll needs of the browser; tests bring their own. */
export type Looking = {
  ask(headers: Record<string, string>): Promise<Response>;
  isHidden(): boolean;
  later(act: () => void, ms: number): void;
  show(n: number, isMore: boolean): void;
  /** Seconds that are left between two questions at least. */
  least: number;
};

/**
 * Asks every so often how much is not read: where the page is looked at, as often as the server says, until the person
 * is signed out. The answer is for when a page that was out of sight is looked at again.
 */
export function poll({ ask, isHidden, later, show, least }: Looking): () => void {
  let headers = {};
  let wait = 60;
  let known = 1e9;
  let isDue = false;
  const look = async () => {
    isDue = isHidden();
    if (isDue) return;
    try {
      const answer = await ask(headers);
      if (answer.status === 401) return;
      const said = answer.headers;
      wait = Number(said.get("X-Poll-Interval")) || wait;
      if (answer.ok) {
        const { unread } = await answer.json();
        headers = { "If-None-Match": said.get("ETag") };
        show(unread, unread > known);
        known = unread;
      }
    } catch {
      // No signal: asked again at the next turn.
    }
    next();
  };
  const next = () => later(look, 1e3 * Math.max(least, wait));
  next();
  return () => void (isDue && look());
}

declare global {
  interface Navigator {
    readonly connection?: { saveData?: boolean };
  }
}

let isPolling = false;

/** Keeps the badges and the title at what is not read, and says aloud that there is more. */
export default function unread() {
  if (isPolling) return;
  isPolling = true;
  const aloud = document.createElement("p");
  aloud.className = "sr";
  aloud.role = "status";
  document.body.append(aloud);
  document.onvisibilitychange = poll({
    ask: (headers) => fetch("/api/notifications/unread", { headers }),
    isHidden: () => document.hidden,
    later: setTimeout,
    show(n, isMore) {
      const said = n > 99 ? "99+" : n;
      const words = ` notification${n === 1 ? "" : "s"}`;
      for (const link of document.querySelectorAll("[data-unread]")) {
        link.querySelector(".badge")?.remove();
        if (n) {
          const badge = `<span class="badge">${said}<span class="sr">${words}</span></span>`;
          link.insertAdjacentHTML("beforeend", badge);
        }
      }
      document.title = (n ? `(${said}) ` : "") + document.title.replace(/^\(\d+\+?\) /, "");
      if (isMore) aloud.textContent = said + words;
    },
    least: navigator.connection?.saveData ? 300 : 0,
  });
}
