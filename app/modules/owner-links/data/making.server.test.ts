import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, test } from "vitest";
import { auditEntry, job, notification, outboxMessage, ownerLink } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { redactUrlSecrets } from "~/lib/text/masked";
import { shiftDay } from "~/lib/time/date-range";
import { formatDate, getDay } from "~/lib/time/time";
import { log } from "~/web/log.server";
import { notifyDueOwnerReports } from "../shared/notices.server";
import { createOwnerTestFixture, type OwnerTestFixture } from "../testing/trial";
import { OwnerReports } from "../ui/given-reports";
import { createOwnerLink, getJobOwner, listOwnerLinks, revokeOwnerLink } from "./office.server";
import {
  getOwnerReportForm,
  listOwnerReports,
  recordOwnerReportDelivery,
  recordReportDeadlineEvent,
} from "./reports.server";

let o: OwnerTestFixture;
beforeEach(async () => {
  o = await createOwnerTestFixture();
});

describe("creating links", () => {
  test("lets the job's managers and the owner's own company create links, only for a land owner of the job", async () => {
    expect((await o.link()).code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    await o.link({}, "owner");
    expect((await o.h.owner.call(listOwnerLinks, { id: o.h.ids.job })).owner_links).toHaveLength(2);
    const make = { id: o.h.ids.job, company_id: o.h.ids.owner.id, name: "x" };
    for (const who of ["logger", "hauler"] as const)
      expect((await catchError(o.h[who].call(createOwnerLink, make))).kind).toBe("forbidden");
    expect((await catchError(o.h.rival.call(createOwnerLink, make))).kind).toBe("missing");
    expect((await catchError(o.link({ company_id: o.h.ids.logger.id }))).kind).toBe("invalid");
    const rivals = { ...make, id: o.h.ids.rivalJob };
    expect((await catchError(o.h.manager.call(createOwnerLink, rivals))).kind).toBe("missing");
    expect((await catchError(o.h.rival.call(listOwnerLinks, { id: o.h.ids.job }))).kind).toBe("missing");
    expect((await catchError(o.h.rival.call(getJobOwner, { id: o.h.ids.job }))).kind).toBe("missing");
    expect((await catchError(o.h.rival.call(revokeOwnerLink, { id: o.h.ids.job, link_id: 1 }))).kind).toBe(
      "missing",
    );
  });

  test("allows ten live links, stores only hashes of codes, and records links in the job's history", async () => {
    const created = await o.link({ email: "aho@land.test" });
    for (let n = 2; n <= 10; n++) await o.link();
    expect((await catchError(o.link())).kind).toBe("notNow");
    await o.h.manager.call(revokeOwnerLink, { id: o.h.ids.job, link_id: created.id });
    await o.link();
    const plain = created.code.replaceAll("-", "");
    expect(JSON.stringify(await o.db.read.select().from(ownerLink))).not.toContain(plain);
    const entries = await o.db.read.select().from(auditEntry).where(eq(auditEntry.job_id, o.h.ids.job));
    const counted = (name: string) => entries.filter((entry) => entry.activity === name).length;
    expect([counted("owner_link_made"), counted("owner_link_revoked")]).toEqual([11, 1]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${plain}|Mrs. Aho`));
    const [mail] = await o.db.read
      .select()
      .from(outboxMessage)
      .where(eq(outboxMessage.recipient, "aho@land.test"));
    expect(mail?.body).toContain(`/owner/${created.code}`);
    expect(redactUrlSecrets(`/owner/${created.code}/report?from=x`)).toBe("/owner/…/report?from=x");
  });
});

describe("the deadline of the report", () => {
  const owner = () => o.h.manager.call(getJobOwner, { id: o.h.ids.job });
  const inState = (us_state_id: number) =>
    o.db.batch([o.db.write.update(job).set({ us_state_id }).where(eq(job.id, o.h.ids.job)).toSQL()]);
  /** Return a day in the job's time zone, which differs from the UTC day in the evening. */
  const day = (days: number) => shiftDay(getDay(new Date(), "America/Detroit"), days);

  test("in Texas the report deadline starts at each delivery, and a report that covers the delivery's day meets it", async () => {
    await inState(48);
    const recent = (n: number, days: number) =>
      o.delivered(n, {
        dropped_off_at: `${day(days)}T18:00:00.000Z`,
        picked_up_at: `${day(days)}T17:00:00.000Z`,
      });
    await recent(1, -40);
    await recent(2, -3);
    expect((await owner()).clocks[0]).toMatchObject({ state: "due", days: 5 });
    const input = {
      id: o.h.ids.job,
      covers_from: day(-60),
      covers_to: day(-20),
      given_on: day(-1),
      channel: "paper",
    } as const;
    await o.h.manager.call(recordOwnerReportDelivery, input);
    const after = await owner();
    expect(after.clocks[0]).toMatchObject({ state: "due", days: 42 });
    expect(after.reports[0]).toMatchObject({ loads: 1, how: "on paper" });
    for (const wrong of [
      { ...input, covers_to: day(-70) },
      { ...input, given_on: day(3) },
      { ...input, covers_to: day(0) },
    ])
      expect((await catchError(o.h.manager.call(recordOwnerReportDelivery, wrong))).kind).toBe("invalid");
    for (const who of ["logger", "rival"] as const)
      expect((await catchError(o.h[who].call(recordOwnerReportDelivery, input))).kind).toMatch(
        /forbidden|missing/,
      );
  });

  test("only the company that owes the report records its delivery and start; the land owner sees who recorded them", async () => {
    const id = o.h.ids.job;
    const input = {
      id,
      covers_from: day(-30),
      covers_to: day(-10),
      given_on: day(-9),
      channel: "paper",
    } as const;
    const result = { id, kind: "request", on_day: day(-9) } as const;
    for (const refused of [
      o.h.owner.call(recordOwnerReportDelivery, input),
      o.h.owner.call(recordReportDeadlineEvent, result),
      o.h.owner.call(getOwnerReportForm, { id }),
    ])
      expect((await catchError(refused)).kind).toBe("forbidden");
    expect(await owner()).toMatchObject({ reports: [], asked_on: [], may_change: true, may_report: true });
    await o.h.manager.call(recordOwnerReportDelivery, input);
    await o.h.manager.call(recordReportDeadlineEvent, result);
    const companyName = o.h.manager.actor.company?.name;
    const by = `${o.h.manager.actor.user?.first_name} ${o.h.manager.actor.user?.last_name}, ${companyName}`;
    const read = { reports: [{ given_on: formatDate(day(-9)), by }], asked_on: [formatDate(day(-9))] };
    expect(await owner()).toMatchObject(read);
    const theirs = await o.h.owner.call(getJobOwner, { id });
    expect(theirs).toMatchObject({ ...read, may_change: true, may_report: false });
    expect((await o.h.owner.call(listOwnerReports, { id })).owner_reports).toHaveLength(1);
    const drawn = (page: Awaited<ReturnType<typeof owner>>) =>
      renderToStaticMarkup(createElement(OwnerReports, { page }));
    const [office, owners] = [drawn(await owner()), drawn(theirs)];
    for (const html of [office, owners]) expect(html).toContain(`Recorded by ${by}`);
    for (const offer of [`/jobs/${id}/owner/reports/new`, `/jobs/${id}/owner/clock`]) {
      expect(office).toContain(`href="${offer}"`);
      expect(owners).not.toContain(offer);
    }
  });

  test("in Alabama the report deadline starts at the end of the harvest, which can be undone", async () => {
    await inState(1);
    const set = (kind: "harvest_end" | "harvest_on" | "request", on_day?: string) =>
      o.h.manager.call(recordReportDeadlineEvent, { id: o.h.ids.job, kind, on_day });
    expect((await owner()).clocks[0]?.state).toBe("waiting");
    expect((await catchError(set("harvest_end", day(2)))).kind).toBe("invalid");
    expect((await catchError(set("harvest_on"))).kind).toBe("invalid");
    await set("harvest_end", day(-3));
    expect((await owner()).clocks[0]).toMatchObject({ state: "due", days: 7 });
    await set("harvest_on");
    expect((await owner()).clocks[0]?.state).toBe("waiting");
  });

  test("notifies the job's managers once, seven days before the report is due", async () => {
    await inState(1);
    await o.h.manager.call(recordReportDeadlineEvent, {
      id: o.h.ids.job,
      kind: "harvest_end",
      on_day: day(-3),
    });
    const app = { db: o.db, now: () => new Date(), log };
    expect(await notifyDueOwnerReports(app, async () => {})).toBe(1);
    await notifyDueOwnerReports(app, async () => {});
    const messages = await o.db.read.select().from(notification);
    expect(messages.map(({ title }) => title)).toEqual([expect.stringMatching(/: 7 days left$/)]);
    const inbox = await o.db.client.execute("SELECT user_id, occurrence_count FROM notification_inbox");
    expect(inbox.rows.map((row) => [Number(row.user_id), Number(row.occurrence_count)])).toEqual([
      [o.h.manager.actor.user?.id, 1],
    ]);
  });
});
