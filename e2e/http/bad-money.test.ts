import { beforeAll, expect, inject, test } from "vitest";
import { getDay } from "../../app/lib/time/time";
import { type Caller, signInPerson } from "./support/caller";
import { takeSnapshot } from "./support/snapshot";
import {
  findFormFaults,
  getFieldMessage,
  getTypedValue,
  loadForm,
  type Values,
  type WrongEntry,
} from "./support/spoilt";

/**
 * Send every form that moves money as its page would, with one wrong value. The response must be 422 with the message
 * at the wrong field and the typed values still there, and no row of any table may change. Uses a server that nobody
 * else writes to.
 */
const served = inject("served");
let manager: Caller;
let hauler: Caller;
beforeAll(async () => {
  [manager, hauler] = [await signInPerson(served.url, "manager"), await signInPerson(served.url, "hauler")];
});

const ME = "1";
const today = getDay(new Date(), "America/Detroit");
const tomorrow = getDay(new Date(Date.now() + 86_400_000), "America/Detroit");
const AMOUNTS = ["12.345", "abc", "1e3", "-5", "0", "10000000.01"];
const LONG = "x".repeat(100_000);

type Rows = Record<string, unknown>[];
const rowsOf = async (path: string, json?: unknown): Promise<Rows> => {
  const answer = await manager.ask(path, json === undefined ? {} : { json });
  const [rows] = Object.values(JSON.parse(answer.text) as Record<string, Rows>);
  return rows ?? [];
};
/** Find one of the demo statements that the manager pays. */
const statementOf = async (status: string): Promise<string> => {
  const rows = await rowsOf(`/api/settlements/statements?status=${status}&take=100`);
  const own = rows.find((s) => String((s.paying_company as { id: number }).id) === ME);
  if (!own) throw new Error(`the demo has no ${status} statement of the manager's`);
  return `/settlements/statements/${String(own.id)}`;
};
const claimOf = async (dto: object): Promise<string> => {
  const results = await rowsOf("/api/settlements/search", { dto, take: 100 });
  const rows = results.map((row) => row.trip_ticket_settlement as Rows[number]);
  const own = rows.find((c) => String(c.paying_company_id) === ME && c.posted_lines === 0);
  if (!own) throw new Error(`the demo has no claim ${JSON.stringify(dto)}`);
  return `/settlements/claims/${String(own.id)}`;
};

/** Find a load with a problem that another company can fix. */
async function handoverOf(): Promise<string> {
  const needs = await manager.read("/settlements/needs-you");
  for (const [, reason = ""] of needs.matchAll(/href="(\/settlements\/needs-you\?[^"]+)"/g))
    for (const [, path = ""] of (await manager.read(reason.replaceAll("&amp;", "&"))).matchAll(
      /href="(\/settlements\/claims\/\d+\/handover)"/g,
    ))
      if ((await manager.read(path)).includes("Ask them to fix it")) return path;
  throw new Error("the demo has no load to leave with another");
}

const amounts = (name: string): WrongEntry[] =>
  AMOUNTS.map((typed) => [name, typed, /Type an amount like 12\.50\./]);
const WHY: WrongEntry[] = [
  ["reason", "", /Say why\./],
  ["reason", "   ", /Say why\./],
  ["reason", LONG, /at most 500 characters/],
];

async function tried(person: Caller, path: string, good: Values, wrongs: readonly WrongEntry[]) {
  const before = await takeSnapshot(served.databaseUrl);
  const results: string[] = [];
  for (const wrong of wrongs) results.push(...(await findFormFaults(person, path, good, wrong)));
  expect(results).toEqual([]);
  expect(await takeSnapshot(served.databaseUrl)).toEqual(before);
}

test("refuses invalid values in a payment", async () => {
  const path = `${await statementOf("unpaid")}/payment`;
  await tried(manager, path, { amount: "1.00", method: "check", paid_on: today, reference: "1188" }, [
    ...amounts("amount"),
    ["amount", "", /Type an amount like 12\.50\./],
    ["amount", "9999999.99", /That is more than the \$[\d,.]+ left\./],
    ["paid_on", tomorrow, /Choose a day from .+ to today\./],
    ["paid_on", "2020-01-01", /Choose a day from .+ to today\./],
    ["paid_on", "2026-02-31", /Choose a day\./],
    ["method", "zzz", /Choose how it was paid\./],
    ["reference", LONG, /at most 80 characters/],
  ]);
});

test("refuses invalid values in the reversal of a payment and in the voiding of a statement", async () => {
  await tried(manager, `${await statementOf("paid")}/reversal`, { reason: "Bounced" }, WHY);
  await tried(manager, `${await statementOf("unpaid")}/voiding`, { reason: "Wrong job" }, WHY);
});

test("refuses invalid values in a payee's dispute of a statement line", async () => {
  const rows = JSON.parse((await hauler.ask("/api/settlements/statements?take=1")).text) as Record<
    string,
    Rows
  >;
  const [first] = Object.values(rows)[0] ?? [];
  await tried(hauler, `/settlements/statements/${String(first?.id)}/lines/1`, { text: "Too little" }, [
    ["text", "", /\w/],
    ["text", LONG, /at most 500 characters/],
  ]);
});

const ITEM = { receiving_company_id: "3", words: "Tires" };
test("refuses invalid values in an adjustment", async () => {
  await tried(
    manager,
    "/settlements/adjustments/new",
    { ...ITEM, kind: "deduction", amount: "12.50", due_on: today },
    [
      ...amounts("amount"),
      ["amount", "", /Type an amount like 12\.50\./],
      ["kind", "zzz", /Choose what it is\./],
      ["words", " ", /Say what it is for\./],
      ["words", LONG, /at most 200 characters/],
      ["due_on", "soon", /Choose a day\./],
      ["receiving_company_id", "", /Choose a company\./],
    ],
  );
});

test("refuses invalid values in a recurring deduction rule", async () => {
  const good = { ...ITEM, kind: "deduction", amount: "", percent: "5", cap: "100.00", starts_on: today };
  await tried(manager, "/settlements/rules", good, [
    ...amounts("amount"),
    ...amounts("cap"),
    ["amount", "5", /one of the two\./],
    ["percent", "", /one of the two\./, "amount"],
    ["percent", "101", /Type a share like 5 or 2\.5\./],
    ["percent", "0", /Type a share like 5 or 2\.5\./],
    ["percent", "1e1", /Type a share like 5 or 2\.5\./],
    ["words", "", /Say what it is for\./],
    ["ends_on", "2026-01-01", /The last day comes before the first\./],
    ["starts_on", "2026-02-31", /Choose a day\./],
  ]);
});

test("refuses invalid values when closing the books and when saving settlement settings", async () => {
  await tried(manager, "/settlements/closing", { closed_through: "2025-12-31", reason: "Done" }, [
    ["closed_through", tomorrow, /Choose a day up to today\./],
    ["closed_through", "2026-13-01", /Choose a day\./],
    ...WHY,
  ]);
  await tried(manager, "/settlements/settings", { pay_lag_days: "5" }, [
    ["pay_lag_days", "abc", /\w/],
    ["pay_lag_days", "-1", /\w/],
    ["starts_on", "2026-02-31", /Choose a day\./],
  ]);
});

test("refuses invalid values when marking a load not payable, and when handing a problem to another company", async () => {
  await tried(manager, `${await claimOf({ open: true })}/payable`, { reason: "Not ours" }, WHY);
  await tried(manager, await handoverOf(), { text: "See the slip" }, [
    ["company_id", "987654", /Choose a company/],
    ["text", LONG, /at most 500 characters/],
  ]);
});

test("refuses to create statements with invalid days, notes or receivers, or from outdated totals", async () => {
  const before = await takeSnapshot(served.databaseUrl);
  const path = "/settlements/new";
  const { form, values } = await loadForm(manager, path, { pay_on: today });
  const tick = { "receivers[0].is_ticked": "on" };
  const send = (more: Values) => manager.ask(form.action, { form: { ...values, ...tick, ...more } });
  const early = await send({ pay_on: "2020-01-01" });
  expect([early.status, getFieldMessage(early, "pay_on"), getTypedValue(early, "pay_on")]).toEqual([
    422,
    "Choose a day from the first day of the period on.",
    "2020-01-01",
  ]);
  // After a mistake in another field, a receiver that the user unticked must stay unticked.
  const ticked = ({ text }: { text: string }) =>
    [...text.matchAll(/<input[^>]*name="(receivers\[\d+\]\.is_ticked)"[^>]*>/g)].flatMap(([tag, name]) =>
      / checked/.test(tag) ? [name] : [],
    );
  expect(ticked(await manager.ask(path)).length).toBeGreaterThan(1);
  expect(ticked(early)).toEqual(["receivers[0].is_ticked"]);
  const long = await send({ memo: LONG });
  expect([long.status, getFieldMessage(long, "memo")]).toEqual([
    422,
    expect.stringMatching(/at most 1,?000 characters/),
  ]);
  for (const [more, words] of [
    [{ period_end: tomorrow }, "Choose a day up to today."],
    [
      { period_start: today, period_end: "2026-01-01" },
      "The last day comes before the first. Choose a later one.",
    ],
  ] as const) {
    const wrong = await send(more);
    expect([wrong.status, wrong.text.includes(words)]).toEqual([422, true]);
  }
  const nobody = await manager.ask(form.action, { form: values });
  expect([nobody.status, nobody.text.includes("Select at least one company.")]).toEqual([422, true]);
  const stale = await send({ "receivers[0].expected_cents": "1" });
  expect([stale.status, /\$0\.01 on \d+ lines? when you looked/.test(stale.text)]).toEqual([409, true]);
  expect(ticked(stale)).toEqual(["receivers[0].is_ticked"]);
  expect((await send({ "receivers[0].receiving_company_id": "987654" })).status).toBeGreaterThanOrEqual(400);
  expect(await takeSnapshot(served.databaseUrl)).toEqual(before);
});

test("returns 404 to another company, and has no form that changes a line or a payment", async () => {
  const before = await takeSnapshot(served.databaseUrl);
  const rival = await signInPerson(served.url, "rival");
  const paths = [
    ...["payment", "voiding", "lines/1", "file?as=csv"].map(
      async (instant) => `${await statementOf("unpaid")}/${instant}`,
    ),
    statementOf("paid"),
    claimOf({ open: true }).then((claim) => `${claim}/payable`),
  ];
  for (const path of await Promise.all(paths)) {
    expect([path, (await rival.ask(path)).status]).toEqual([path, 404]);
    const query: Values = path.endsWith("/payment")
      ? { amount: "1", method: "check", paid_on: today }
      : path.endsWith("/lines/1")
        ? { text: "x" }
        : { reason: "x" };
    const sent = await rival.ask(path, { form: query });
    expect([path, [403, 404, 405].includes(sent.status) ? 404 : sent.status]).toEqual([path, 404]);
  }
  const { form, values } = await loadForm(manager, "/settlements/adjustments/new", {
    ...ITEM,
    kind: "deduction",
    amount: "1",
  });
  const never = { ...values, receiving_company_id: "987654" };
  expect((await manager.ask(form.action, { form: never })).status).toBe(404);
  const own = await manager.ask(form.action, { form: { ...values, receiving_company_id: ME } });
  expect([own.status, getFieldMessage(own, "receiving_company_id")]).toEqual([
    422,
    "Choose a company other than the payer.",
  ]);
  for (const path of ["/api/settlements/payments/1", "/api/settlements/statements/1/lines/1"])
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect([404, 405]).toContain((await manager.ask(path, { method, json: { amount: "1" } })).status);
  expect(await takeSnapshot(served.databaseUrl)).toEqual(before);
});

test("refuses a second tab's payment of the same remaining amount, and a resubmitted form with a different amount", async () => {
  const path = `${await statementOf("unpaid")}/payment`;
  const [one, other] = [
    await loadForm(manager, path, { paid_on: today }),
    await loadForm(manager, path, { paid_on: today }),
  ];
  expect((await manager.ask(one.form.action, { form: one.values })).status).toBe(303);
  const second = await manager.ask(other.form.action, { form: other.values });
  expect([second.status, second.text.includes("already paid.")]).toEqual([422, true]);
  const changed = await manager.ask(one.form.action, { form: { ...one.values, amount: "1.00" } });
  expect(changed.status).toBe(409);
});
