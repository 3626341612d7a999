import { hasWebGl } from "~/lib/geo/device";
import { createElement, type PagePart, queryAll } from "./dom";

/** Map data from the server: the files that draw it, and the content to show. */
type Asked = {
  script: string;
  styles: string[];
  layers: unknown[];
  sights: string | undefined;
  photo: object;
};
type Island = { close(): void };
type State = "opening" | "open" | "failed";

const isText = (value: unknown): value is string => typeof value === "string";
/** Same-site only: two slashes lead to another. */
const isOwn = (value: unknown): value is string => isText(value) && /^\/[^/]/.test(value);

/** Read the server's map data; null if it is malformed. */
export function parseMapSettings(text: string): Asked | null {
  let result: unknown;
  try {
    result = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof result !== "object" || !result) return null;
  const { script, styles, layers, sights, photo }: Record<string, unknown> = { ...result };
  if (!isOwn(script) || !Array.isArray(styles) || !styles.every(isOwn)) return null;
  if (!Array.isArray(layers) || typeof photo !== "object" || !photo) return null;
  if (sights !== undefined && !isText(sights)) return null;
  return { script, styles, layers, sights, photo };
}

/** Load a style sheet; resolve once it applies. If it fails, the next press requests it again. */
function bringStyles(href: string) {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = createElement("link", { rel: "stylesheet", href });
  const come = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", reject, { once: true });
  });
  come.catch(() => link.remove());
  document.head.append(link);
  return come;
}

async function bring(
  { script, styles, ...shown }: Asked,
  box: HTMLElement,
  failed: () => void,
): Promise<Island> {
  await Promise.all(styles.map(bringStyles));
  const { openMap } = await import(/* @vite-ignore */ script);
  return openMap({ box, ...shown, draws: null, say() {}, failed });
}

const opened = new Map<HTMLElement, Island>();

/** Close the maps of parts that were replaced: each holds a worker and a good deal of memory. */
function closeLeft() {
  for (const [box, island] of opened) {
    if (box.isConnected) continue;
    opened.delete(box);
    island.close();
  }
}

/** Interactive map, opened by a button; its script, the largest in the app, loads on the press. */
export default function initMap(part: PagePart) {
  closeLeft();
  for (const place of queryAll(part, "[data-island]")) {
    const mapSettings = parseMapSettings(place.dataset.island ?? "");
    const button = place.querySelector("button");
    const error = place.querySelector<HTMLElement>("[role=alert]");
    const box = place.querySelector<HTMLElement>(".island");
    if (!mapSettings || !button || !error || !box || !hasWebGl()) continue;
    const show = (state: State) => {
      box.dataset.state = state;
      // `ariaBusy` isn't in browsers before 2023.
      box.setAttribute("aria-busy", String(state === "opening"));
      error.hidden = state !== "failed";
      box.hidden = state === "failed";
      button.hidden = !box.hidden;
    };
    place.hidden = false;
    button.addEventListener("click", async () => {
      box.replaceChildren();
      show("opening");
      try {
        opened.set(box, await bring(mapSettings, box, () => show("failed")));
        if (box.hidden) return;
        show("open");
        // The button is gone; arrow keys and plus and minus move the map.
        if (document.activeElement === document.body) box.querySelector("canvas")?.focus();
      } catch {
        show("failed");
      }
    });
  }
}
