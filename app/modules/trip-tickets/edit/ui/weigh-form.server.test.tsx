import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import type { FormReply } from "~/web/form-action.server";
import { parseForm } from "~/web/parse-form.server";
import { AppError } from "~/web/refusal";
import { getTicket } from "../../shared/record.server";
import { updateTicket } from "../../shared/update.server";
import { getWeighRows, saveWeighRows } from "../data/weigh-rows.server";
import { WeighForm } from "./weigh-form";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const HOUR = 3_600_000;
const delivered = (more = {}) =>
  h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: new Date(Date.now() - 2 * HOUR).toISOString(),
    dropped_off_at: new Date(Date.now() - HOUR).toISOString(),
    estimated_volume: 25_000,
    estimated_wood_unit_type_id: 2,
    ...more,
  });
const slipOf = async (id: number) => {
  const { trip_ticket: t } = await h.manager.call(getTicket, { id });
  return [t.scale_ticket_number, t.gross_pounds, t.tare_pounds, t.net_pounds];
};

type Typed = Record<number, { ticket?: string; gross?: string; tare?: string; anyway?: boolean }>;

/** Return a page's form as a browser without scripts sends it, with values typed into its rows. */
function filled(html: string, typed: Typed): FormData {
  const form = new FormData();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
    if (of("name") !== "submission_id" && of("type") !== "checkbox") form.append(of("name"), of("value"));
  }
  for (const [id, row] of Object.entries(typed)) {
    const place = /rows\[(\d+)\]/.exec(
      [...form].find(([name, v]) => name.endsWith("].id") && v === id)?.[0] ?? "",
    )?.[1];
    if (place === undefined) throw new Error(`no row of ${id}`);
    const cells = { scale_ticket_number: row.ticket, gross_pounds: row.gross, tare_pounds: row.tare };
    for (const [name, value] of Object.entries(cells))
      if (value !== undefined) form.set(`rows[${place}].${name}`, value);
    if (row.anyway) form.set(`rows[${place}].anyway`, "on");
  }
  return form;
}

type Person = Harvest["mill"];
/** Return the page of these loads as HTML, including the response to a submission. */
const shown = async (who: Person, ids: number[], result?: FormReply) => {
  const { rows } = await who.call(getWeighRows, { ids });
  return renderToStaticMarkup(<WeighForm rows={rows} result={result} submissionId="0b7e3c1e-form" />);
};
/** Send the form: null if everything was saved, else the reply for the page to render. */
async function sent(who: Person, form: FormData): Promise<FormReply | null> {
  const parsed = parseForm(form, saveWeighRows.input);
  if (parsed.status !== "success") return { reply: parsed.reply() };
  try {
    await who.call(saveWeighRows, parsed.value);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reply: parsed.reply({ fieldErrors: error.facts.fields }) };
  }
}

test("several slips are saved, each to its own load, and unchanged rows aren't written", async () => {
  const ids = [await delivered(), await delivered(), await delivered()];
  const [first = 0, second = 0, third = 0] = ids;
  const form = filled(await shown(h.mill, ids), {
    [first]: { ticket: "W-1", gross: "78,540", tare: "30,000" },
    [second]: { gross: "80000", tare: "30000" },
  });
  expect(await sent(h.mill, form)).toBeNull();
  expect(await slipOf(first)).toEqual(["W-1", 78_540, 30_000, 48_540]);
  expect(await slipOf(second)).toEqual([null, 80_000, 30_000, 50_000]);
  const left = (await h.manager.call(getTicket, { id: third })).trip_ticket;
  expect([left.version, left.gross_pounds]).toEqual([1, null]);
  // Sending an already saved form again, as after a lost response, causes no conflict.
  expect(await sent(h.mill, form)).toBeNull();
  expect((await h.manager.call(getTicket, { id: first })).trip_ticket.version).toBe(2);
});

test("an error is shown next to its row, the other rows are saved, and typed values stay", async () => {
  const [good, bad] = [await delivered(), await delivered()];
  const ids = [good, bad];
  const form = filled(await shown(h.mill, ids), {
    [good]: { gross: "79,000", tare: "31,000" },
    [bad]: { ticket: "W-9", gross: "31,000", tare: "79,000" },
  });
  const result = await sent(h.mill, form);
  if (!result) throw new Error("nothing was refused");
  expect(await slipOf(good)).toEqual([null, 79_000, 31_000, 48_000]);
  expect(await slipOf(bad)).toEqual([null, null, null, null]);
  const html = await shown(h.mill, ids, result);
  expect(html).toContain("1 load not saved yet");
  expect(html).toContain("Tare is more than gross.");
  expect(html).toContain('value="W-9"');
  // Once corrected on the returned page, the refused row is saved, and the row saved before causes no conflict.
  expect(await sent(h.mill, filled(html, { [bad]: { gross: "79,000", tare: "31,000" } }))).toBeNull();
  expect(await slipOf(bad)).toEqual(["W-9", 79_000, 31_000, 48_000]);
});

test("after a conflict saved and typed values are both shown, and the next submission saves the typed ones", async () => {
  const id = await delivered();
  const form = filled(await shown(h.mill, [id]), { [id]: { gross: "78,000", tare: "30,000" } });
  await h.hauler.call(updateTicket, { id, version: 2, gross_pounds: 77_000, tare_pounds: 30_000 });
  const result = await sent(h.mill, form);
  if (!result) throw new Error("the stale row was saved");
  expect(await slipOf(id)).toEqual([null, 77_000, 30_000, 47_000]);
  const html = await shown(h.mill, [id], result);
  expect(html).toContain("changed this load after you opened the page.");
  expect(html).toContain("gross 77,000 lb, tare 30,000 lb");
  expect(html).toContain('value="78,000"');
  expect(await sent(h.mill, filled(html, {}))).toBeNull();
  expect(await slipOf(id)).toEqual([null, 78_000, 30_000, 48_000]);
});

test("unusual values are saved only if confirmed in their row", async () => {
  const id = await delivered({ estimated_volume: 20_000 });
  const typed = { [id]: { ticket: "W-5", gross: "150,400", tare: "52,000" } };
  const result = await sent(h.mill, filled(await shown(h.mill, [id]), typed));
  if (!result) throw new Error("nothing was asked");
  expect(await slipOf(id)).toEqual([null, null, null, null]);
  const html = await shown(h.mill, [id], result);
  expect(html).toMatch(/Save ticket \d+ anyway/);
  expect(await sent(h.mill, filled(html, { [id]: { anyway: true } }))).toBeNull();
  expect(await slipOf(id)).toEqual(["W-5", 150_400, 52_000, 98_400]);
});

test("only users who may weigh a load get a row for it, and another company's row is refused", async () => {
  const id = await delivered();
  expect((await h.owner.call(getWeighRows, { ids: [id] })).closed).toBe(1);
  expect(await h.rival.call(getWeighRows, { ids: [id] })).toEqual({ rows: [], closed: 0, saved: [] });
  for (const who of [h.owner, h.rival]) {
    const row = { id, version: 2, was: "||", gross_pounds: "70000", tare_pounds: "30000" };
    const { kind, refusal } = await catchError(who.call(saveWeighRows, { rows: [row] }));
    expect([kind, Object.keys(refusal.facts.fields ?? {})]).toEqual(["invalid", ["rows[0].id"]]);
  }
  expect(await slipOf(id)).toEqual([null, null, null, null]);
});

test("resubmitting a refused row doesn't overwrite another user's later change", async () => {
  const id = await delivered();
  const wrong = filled(await shown(h.mill, [id]), { [id]: { gross: "31,000", tare: "79,000" } });
  const result = await sent(h.mill, wrong);
  if (!result) throw new Error("nothing was refused");
  await h.hauler.call(updateTicket, { id, version: 2, gross_pounds: 77_000, tare_pounds: 30_000 });
  const html = await shown(h.mill, [id], result);
  const again = await sent(h.mill, filled(html, { [id]: { gross: "79,000", tare: "31,000" } }));
  expect(again?.reply.error).toHaveProperty(["rows[0].version"]);
  expect(await slipOf(id)).toEqual([null, 77_000, 30_000, 47_000]);
});
