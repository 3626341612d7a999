import AxeBuilder from "@axe-core/playwright";
import { PAGES, SIGNED_OUT } from "./support/pages";
import { expect, signIn, test } from "./support/test";

for (const colorScheme of ["light", "dark"] as const)
  for (const light of [false, true])
    test(`@script no page has a fault that axe finds, ${colorScheme}${light ? ", light pages" : ""}`, async ({
      page,
      context,
    }) => {
      test.setTimeout(360_000);
      await page.emulateMedia({ colorScheme });
      const faults: string[] = [];
      const look = async (path: string) => {
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).analyze();
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
        if (light) await context.addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
        for (const path of paths) await look(path);
      }
      expect(faults).toEqual([]);
    });
