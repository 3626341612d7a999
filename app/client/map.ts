import { hasWebGl } from "~/lib/geo/device";
import { createElement, type PagePart, queryAll } from "./dom";

/** Map settings from the server: the files that draw the map, and its content. */
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
/** Check for a path on this site; two leading slashes lead to another site. */
const isOwn = (value: unknown): value is string => isText(value) && /^\/[^/]/.test(value);

/** Parse the server's map settings; null if they are malformed. */
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

/** Load a style sheet and resolve once it applies. After a failure, the next press requests it again. */
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
  const { openInteractiveMap } = await import(/* @vite-ignore */ script);
  return openInteractiveMap({ box, ...shown, draws: null, say() {}, failed });
}

const opened = new Map<HTMLElement, Island>();

/** Close the maps of replaced page parts, because each map uses a worker and much memory. */
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
      // Set the attribute, because browsers before 2023 lack `ariaBusy`.
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
        // Focus the map after its button disappears; arrow keys and plus and minus move the map.
        if (document.activeElement === document.body) box.querySelector("canvas")?.focus();
      } catch {
        show("failed");
      }
    });
  }
}
