import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules about colours: looking at them is most of what axe does. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Elements of a page whose colours axe has not seen in this way yet, by what they look like. */
const NEW = "__new_looks";

/**
 * In the page: marks the elements that hold text and look like none in `known`, and gives what they look like: the colour
 * and kind of their text, the colours of the text around it, and what lies behind it, down to something that covers. What
 * is taken out of the flow is told apart by its class as well, since it may lie on top of something.
 */
function markNew([known, name]: [string[], string]): string[] {
  const seen = new Set(known);
  const fresh: Element[] = [];
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const parts = [color, fontSize, fontWeight, textDecorationLine, textShadow];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      parts.push(style.backgroundColor, style.opacity, style.filter, style.mixBlendMode);
      if (style.backgroundImage !== "none") parts.push(style.backgroundImage);
      if (style.position !== "static" || style.marginTop.startsWith("-")) parts.push(at.className.toString());
      if (at === element.parentElement) parts.push(style.color, style.textDecorationLine);
      if (/^rgb\(/.test(style.backgroundColor) && style.opacity === "1") break;
    }
    return parts.join(" ");
  };
  const hasWords = (element: Element) =>
    /^(INPUT|SELECT|TEXTAREA|BUTTON|A)$/.test(element.tagName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  for (const element of document.body.querySelectorAll("*")) {
    if (!hasWords(element) || element.getClientRects().length === 0) continue;
    const look = `${element.tagName} ${lookOf(element)}`;
    if (seen.has(look)) continue;
    seen.add(look);
    fresh.push(element);
  }
  Object.assign(window, { [name]: fresh });
  return [...seen];
}

/**
 * What axe finds in the page itself: the app has no frames to enter, and only faults are reported. Colours are looked at
 * where they are: an element that looks like one that was looked at before (`known`, which grows) is left out.
 */
export async function axeIn(
  page: Page,
  look: "everything" | "colours" | "all but colours",
  known: Set<string> = new Set(),
): Promise<string[]> {
  const colours = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
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
    for (const one of await page.evaluate(markNew, [[...known], NEW] as [string[], string])) known.add(one);
    note(
      await page.evaluate(
        async ([rules, name]) => {
          const { axe: here } = window as unknown as { axe: typeof axe };
          const include = Reflect.get(window, name as string) as Element[];
          if (!include.length) return [];
          const asked: axe.RunOptions = {
            resultTypes: ["violations"],
            preload: false,
            runOnly: rules as string[],
          };
          return (await here.run({ include }, asked)).violations;
        },
        [COLOURS, NEW] as const,
      ),
    );
  }
  if (look !== "colours")
    note(
      await page.evaluate(async (rules) => {
        const { axe: here } = window as unknown as { axe: typeof axe };
        return (await here.run(document, { resultTypes: ["violations"], rules })).violations;
      }, colours),
    );
  return faults;
}
