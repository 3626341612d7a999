import { beforeEach, expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import type { Database } from "#db/client.server";
import { makeJobCompany } from "#db/factories";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addContact, inviteContact } from "~/modules/contacts/data/contacts.server";
import { acceptInvite } from "~/modules/people/data/accept-invite.server";
import { addHaulRate } from "~/modules/rates/data/change.server";
import { answerRateRequest, listRateRequests } from "~/modules/rates/shared/payer-requests.server";
import { createStatements } from "~/modules/settlements/data/make.server";
import { previewStatements } from "~/modules/settlements/data/preview.server";
import { createFuelPayHelpers } from "../testing/fuel-pay.server";
import { addFuelPrice } from "./fuel.server";
import { importFuelPrices } from "./import.server";

let db: Database;
let h: Harvest;
beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await grantSettlements();
});

const { now, grantSettlements, rule, haul, load, fuel, price } = createFuelPayHelpers(() => ({ db, h }));
const PERSON = { first_name: "Jo", last_name: "Maki", phone_number: "906 555 0142" };

test("the requester's own price doesn't change what another company pays; the payer's own price does", async () => {
  await importFuelPrices(db, [{ region: "R20", week_on: "2026-11-02", price_mills: 4_000 }], now());
  await h.manager.call(addHaulRate, haul((await rule()).id, { paying_company_id: h.ids.owner.id }));
  const { rate_requests } = await h.owner.call(listRateRequests, {});
  const [{ rate_id, version } = { rate_id: 0, version: 0 }] = rate_requests;
  const answer = { kind: "haul", rate_id, version: version + 1, answer: "accept" } as const;
  await h.owner.call(answerRateRequest, answer);
  await load("2026-11-04");
  expect(await fuel()).toEqual([6_250]);
  await price("2026-11-02", "9", true);
  expect(await fuel()).toEqual([6_250]);
  await h.owner.call(addFuelPrice, { region: "R20", week_on: "2026-11-02", price: "4.12", again: true });
  expect(await fuel()).toEqual([6_750]);
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("the requester's price counts for a payer without users; stated amounts stay when the payer gets users", async () => {
  const contact = await h.manager.call(addContact, {
    ...PERSON,
    name: "Sugar Bush",
    roles: ["is_land_owner"],
  });
  await makeJobCompany(db, h.ids.job, contact.id, { is_land_owner: true });
  await h.manager.call(addHaulRate, haul((await rule()).id, { paying_company_id: contact.id }));
  await importFuelPrices(db, [{ region: "R20", week_on: "2026-11-09", price_mills: 2_560 }], now());
  await price("2026-11-02", "4.12", true);
  await price("2026-11-09", "4.12", true);
  await load("2026-11-04");
  expect(await fuel()).toEqual([6_750]);
  const period = { paying_company_id: contact.id, period_end: "2026-11-08" };
  const { receivers } = await h.manager.call(previewStatements, period);
  const expected = receivers.map((r) => ({
    receiving_company_id: r.receiving_company_id,
    expected_cents: r.total_cents,
    expected_lines: r.line_count,
  }));
  await h.manager.call(createStatements, { ...period, receivers: expected });
  await load("2026-11-11");
  expect(await fuel()).toEqual([6_750, 6_750]);
  const invited = await h.manager.call(inviteContact, { contact_id: contact.id, ...PERSON });
  const account = { email: "jo@sugarbush.test", password: "a saw in the morning" };
  await h.rival.call(acceptInvite, { token: invited.link.split("/invite/")[1] ?? "", ...account });
  expect(await fuel()).toEqual([6_750, 250]);
  expect((await verifyPay(db)).faults).toEqual([]);
});
