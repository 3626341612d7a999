import AxeBuilder from "@axe-core/playwright";
import { PAGES, SIGNED_OUT } from "./support/pages";
import { expect, signIn, test } from "./support/test";

/**
 * The pages as most see them by every rule; by night by those of colour, which is all that is other; light pages by
 * those of structure, since their colours are the same.
 */
const VIEWS = [
  { name: "light", colorScheme: "light", lightPages: false, of: (axe: AxeBuilder) => axe },
  {
    name: "dark",
    colorScheme: "dark",
    lightPages: false,
    of: (axe: AxeBuilder) => axe.withRules(["color-contrast", "link-in-text-block"]),
  },
  {
    name: "light pages",
    colorScheme: "light",
    lightPages: true,
    of: (axe: AxeBuilder) => axe.disableRules(["color-contrast"]),
  },
] as const;

for (const { name, colorScheme, lightPages, of } of VIEWS)
  test(`@script no page has a fault that axe finds, ${name}`, async ({ page, context }) => {
    test.setTimeout(480_000);
    await page.emulateMedia({ colorScheme });
    const faults: string[] = [];
    const look = async (path: string) => {
      await page.goto(path);
      const { violations } = await of(new AxeBuilder({ page })).analyze();
      for (const v of violations)
        faults.push(
          `${path}: ${v.id} ${v.nodes
            .map((n) => n.target.join(" "))
            .slice(0, 3)
            .join(", ")}`,
        );
    };
    for (const path of SIGNED_OUT) await look(path);
    for (const [who, paths] of Object.entries(PAGES)) {
      await context.clearCookies();
      await signIn(page, who);
      if (lightPages) await context.addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
      for (const path of paths) await look(path);
    }
    expect(faults).toEqual([]);
  });
