import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "@playwright/test";
import type axe from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Load axe into every page of the context when the page starts: sending axe to each page takes as long as opening one. */
export const loadAxe = (context: BrowserContext) => context.addInitScript(SOURCE);

/** Color rules, which use most of axe's time. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Page property that contains one element for each distinct appearance of text. */
const LOOKS = "__looks";

/**
 * Return each distinct appearance of text on the page, and store an element with that appearance at the same index of a
 * list. Runs in the page. An appearance consists of the text's color, whether it is large, the colors of a link and of
 * the text around it, and the backgrounds behind it, up to an opaque one. Surroundings that add no color don't create
 * another appearance. Elements taken out of the flow are also distinguished by class, since they may lie on top of
 * something. Elements that axe skips are separate too: single characters, disabled controls, and elements under a
 * pseudo-element.
 */
function looksOf(name: string): string[] {
  const map = new Map<string, Element>();
  const grounds = new Map<Element, { own: string; covers: boolean }>();
  const PLAIN = "rgba(0, 0, 0, 0) 1 none normal";
  const liesOn = (element: Element) =>
    ["::before", "::after"].some((pseudo) => {
      const { content, position, backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
      const shows = backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none";
      return content !== "none" && content !== "normal" && position === "absolute" && shows;
    });
  const groundOf = (element: Element) => {
    let ground = grounds.get(element);
    if (ground) return ground;
    const style = getComputedStyle(element);
    const parts = [style.backgroundColor, style.opacity, style.filter, style.mixBlendMode];
    if (style.backgroundImage !== "none") parts.push(style.backgroundImage);
    if (style.position !== "static" || style.marginTop.startsWith("-") || liesOn(element))
      parts.push(element.className.toString());
    const own = parts.join(" ");
    ground = {
      own: own === PLAIN ? "" : own,
      covers: /^rgb\(/.test(style.backgroundColor) && style.opacity === "1",
    };
    grounds.set(element, ground);
    return ground;
  };
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  /** A link's appearance includes the text around it, with all properties that distinguish the link from that text. */
  const linkOf = (link: Element, style: CSSStyleDeclaration) => {
    const parts = [style.fontSize, style.fontWeight, style.textDecorationLine];
    const around = link.parentElement;
    if (around) {
      const { color, textDecorationLine } = getComputedStyle(around);
      parts.push(color, textDecorationLine, hasText(around) ? "in a text" : "alone");
    }
    return parts;
  };
  const lookOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const points = Math.ceil(Number.parseFloat(style.fontSize) * 72) / 96;
    const isLarge = points >= (Number.parseFloat(style.fontWeight) >= 700 ? 14 : 18);
    const parts = [style.color, isLarge ? "large" : "small"];
    if (style.textShadow !== "none") parts.push(style.textShadow, style.fontSize);
    const isLink = element.matches("a, [role=link]");
    if (isLink) parts.push(...linkOf(element, style));
    if (isLink || /^(INPUT|SELECT|TEXTAREA|BUTTON|OPTION)$/.test(element.tagName))
      parts.push(element.tagName);
    else if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(element.textContent ?? "")) parts.push("signs");
    const label = element.closest("label");
    if (element.closest(":disabled, [aria-disabled=true], [inert]") || label?.control?.matches(":disabled"))
      parts.push("disabled");
    for (let target: Element | null = element; target; target = target.parentElement) {
      const { own, covers } = groundOf(target);
      if (own) parts.push(own);
      if (covers) break;
    }
    return parts.join(" ").replace(/\s+/g, " ");
  };
  for (const element of document.body.querySelectorAll("*")) {
    const hasWords = /^(INPUT|SELECT|TEXTAREA|BUTTON|A)$/.test(element.tagName) || hasText(element);
    if (!hasWords || element.getClientRects().length === 0) continue;
    const look = lookOf(element);
    if (!map.has(look)) map.set(look, element);
  }
  Object.assign(window, { [name]: [...map.values()] });
  return [...map.keys()];
}

/**
 * Return the faults that axe reports on the page. Frames are not checked, because the app has none. Color checks skip
 * an element whose appearance was already checked; `known` stores those appearances and grows.
 */
export async function runAxe(
  page: Page,
  look: "everything" | "colours" | "all but colours",
  known: Set<string> = new Set(),
): Promise<string[]> {
  const colours = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const faults: string[] = [];
  const note = (violations: axe.Result[]) => {
    for (const { id, nodes } of violations)
      faults.push(
        `${id} ${nodes
          .map((node) => node.target.join(" "))
          .slice(0, 3)
          .join(", ")}`,
      );
  };
  if (look !== "all but colours") {
    const looks = await page.evaluate(looksOf, LOOKS);
    const fresh = looks.flatMap((item, place) => (known.has(item) ? [] : [place]));
    for (const item of looks) known.add(item);
    if (fresh.length)
      note(
        await page.evaluate(
          async ({ rules, name, places }) => {
            const { axe: here } = window as unknown as { axe: typeof axe };
            const all = Reflect.get(window, name) as Element[];
            const runOptions: axe.RunOptions = {
              resultTypes: ["violations"],
              preload: false,
              runOnly: rules,
            };
            return (await here.run({ include: places.flatMap((place) => all[place] ?? []) }, runOptions))
              .violations;
          },
          { rules: COLOURS, name: LOOKS, places: fresh },
        ),
      );
  }
  if (look !== "colours")
    note(
      await page.evaluate(async (rules) => {
        const { axe: here } = window as unknown as { axe: typeof axe };
        // Don't load style sheets for axe: only experimental rules use them.
        const preload = { assets: ["media"] };
        return (await here.run(document, { resultTypes: ["violations"], rules, preload })).violations;
      }, colours),
    );
  return faults;
}
