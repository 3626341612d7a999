import { openDatabase } from "../db/client.server";
import { MAX_WEIGHT, WEIGHED_PAGES, type Weight, weighPage } from "../scripts/weight";
import { expect, getAppUrl, signIn, test } from "./support/test";

/** SQL for the current time in the format of stored times. */
const NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/**
 * Choose the demo ticket with the most content, and add a news item for the manager, since the news item's buttons load
 * scripts.
 */
async function prepare(): Promise<string> {
  const db = await openDatabase({ url: process.env.E2E_DATABASE_URL ?? "" });
  await db.client.batch(
    [
      `INSERT INTO notification (notification_type_id, title, message, company_id, path, group_key, created_at)
        SELECT min(id), 'The gate is open', 'Mind the soft shoulder.', 1, '/notifications', 'weight' || random(), ${NOW}
          FROM notification_type`,
      `INSERT INTO notification_inbox (user_id, company_id, notification_id, created_at)
        SELECT id, 1, last_insert_rowid(), ${NOW} FROM user WHERE email = 'manager@demo.test'`,
    ],
    "write",
  );
  const { rows } = await db.client.execute(
    `SELECT t.id FROM trip_ticket t JOIN audit_entry a ON a.trip_ticket_id = t.id
      WHERE t.job_id = 1 AND t.is_deleted = 0 GROUP BY t.id
      ORDER BY count(*) + 3 * (SELECT count(*) FROM comment c WHERE c.trip_ticket_id = t.id) DESC LIMIT 1`,
  );
  await db.close();
  return String(rows[0]?.id);
}

for (const light of [false, true])
  test(`@script pages stay below their weight limits${light ? ", light pages without the framework" : ""}`, async ({
    page,
    contexts,
    kind: like,
  }) => {
    await signIn(page, "manager");
    const cookies = await page.context().cookies();
    const ticket = await prepare();
    const results: (Weight &
      Pick<(typeof WEIGHED_PAGES)[number], "kind" | "hydrated" | "most"> & { own?: number })[] = [];
    for (const { page: name, path, kind, hydrated, most, scripts: own, signedOut } of WEIGHED_PAGES) {
      // Each page gets an emptied browser, so that nothing from the previous page is cached.
      const context = await contexts.take(like, getAppUrl());
      if (!signedOut) await context.addCookies(cookies);
      if (light) await context.addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
      results.push({
        ...(await weighPage(context, name, path.replace("{ticket}", ticket))),
        kind,
        hydrated,
        most,
        own,
      });
      await contexts.giveBack(context, getAppUrl(), true);
    }
    for (const w of results) {
      const what = `${w.page}: ${JSON.stringify(w)}`;
      expect(w.document, what).toBeGreaterThan(500);
      expect(w.css, what).toBeGreaterThan(1_000);
      // A map page's limit counts only its document, since its styles were already loaded by earlier pages.
      const weighed = w.kind === "map" ? w.document : w.document + w.css;
      expect(weighed, what).toBeLessThanOrEqual(MAX_WEIGHT[w.kind]);
      if (w.most) expect(w.document, what).toBeLessThanOrEqual(w.most);
      expect(w.css, what).toBeLessThanOrEqual(MAX_WEIGHT.css);
      const react = w.hydrated && !light;
      expect(w.scripts, what).toBeLessThanOrEqual(react ? MAX_WEIGHT.scripts : (w.own ?? MAX_WEIGHT.plain));
      if (react) expect(w.modules, what).toBeGreaterThan(3);
      else expect(w.modules, what).toBe(0);
    }
    test.info().annotations.push({ type: "weights", description: JSON.stringify(results) });
  });
