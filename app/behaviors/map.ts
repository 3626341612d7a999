import { drawsMaps } from "~/domain/geo/device";
import { all, make, type PagePart } from "./dom";

/** What the server says of a map: the files that draw it, and what it shows. */
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
/** Of this site: two slashes would be another's. */
const isOwn = (value: unknown): value is string => isText(value) && /^\/[^/]/.test(value);

/** Reads what the server says of a map; null where it isn't that. */
export function readIsland(text: string): Asked | null {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof said !== "object" || !said) return null;
  const { script, styles, layers, sights, photo }: Record<string, unknown> = { ...said };
  if (!isOwn(script) || !Array.isArray(styles) || !styles.every(isOwn)) return null;
  if (!Array.isArray(layers) || typeof photo !== "object" || !photo) return null;
  if (sights !== undefined && !isText(sights)) return null;
  return { script, styles, layers, sights, photo };
}

/** Loads a style sheet; resolves once it applies. One that didn't come is asked for again by the next press. */
function bringStyles(href: string) {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = make("link", { rel: "stylesheet", href });
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

/** Closes the maps of parts that were replaced since: each holds a worker and a good deal of memory. */
function closeLeft() {
  for (const [box, island] of opened) {
    if (box.isConnected) continue;
    opened.delete(box);
    island.close();
  }
}

/** The map that moves, under a button; its script, the largest in the app, comes with the press. */
export default function map(part: PagePart) {
  closeLeft();
  for (const place of all(part, "[data-island]")) {
    const asked = readIsland(place.dataset.island ?? "");
    const button = place.querySelector("button");
    const error = place.querySelector<HTMLElement>("[role=alert]");
    const box = place.querySelector<HTMLElement>(".island");
    if (!asked || !button || !error || !box || !drawsMaps()) continue;
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
        opened.set(box, await bring(asked, box, () => show("failed")));
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
