import { writeXlsx } from "hucre/xlsx";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { readUpload } from "~/lib/files/upload.server";
import { SheetField } from "~/modules/reconcile/shared/sheet-field";
import { env } from "~/web/env.server";
import { countUsage } from "~/web/usage-limit.server";
import { createImportFixture } from "../testing/importing.server";
import { COLUMN_HEADINGS, toSheetText } from "../testing/sheet";
import { getImport } from "./import-page.server";
import { addImport, mapImportColumns } from "./imports.server";
import { saveImport } from "./save.server";

let importing: Awaited<ReturnType<typeof createImportFixture>>;
beforeAll(async () => {
  importing = await createImportFixture();
});

const upload = (bytes: Uint8Array<ArrayBuffer>) => {
  const body = new FormData();
  body.set("file", new File([bytes], "loads.xlsx"));
  return readUpload(new Request("http://x.test/", { method: "POST", body }), "file", 4);
};

test("asks which sheet to import if several sheets of a workbook have rows, and imports the chosen sheet", async () => {
  const { h, good } = importing;
  const rows = toSheetText([good(4_001)])
    .split("\n")
    .map((line) => line.replaceAll('"', "").split(","));
  const book = await writeXlsx({
    sheets: [
      { name: "May", rows },
      { name: "June", rows: [...rows, ...rows.slice(1)] },
    ],
  });
  const { form, dispose } = await upload(new Uint8Array(book));
  const sent = { job_id: h.ids.job, file: String(form.get("file")) };
  const { refusal } = await catchError(h.manager.call(addImport, sent));
  expect(refusal.facts).toEqual({
    fields: { sheet: ["This workbook has rows on several sheets. Choose one, and the file again."] },
    choices: { sheet: ["May", "June"] },
  });
  const reply = { error: refusal.facts.fields };
  const field = renderToStaticMarkup(SheetField({ result: { reply, choices: refusal.facts.choices } }));
  expect(field).toContain('<option value="June">June</option>');
  expect(SheetField({ result: { reply } })).toBeNull();
  expect(await h.manager.call(addImport, { ...sent, sheet: "June" })).toMatchObject({ rows: 2 });
  await dispose();
});

test("remembers columns for the same set of headings, and asks again if a heading is new or missing", async () => {
  const { h, good } = importing;
  const text = toSheetText([good(4_101)]);
  const { id } = await h.manager.call(addImport, { job_id: h.ids.job, text });
  await h.manager.call(mapImportColumns, { import_id: id, ...COLUMN_HEADINGS });
  const [head = "", row = ""] = text.split("\n");
  const send = (heading: string, cells: string) =>
    h.manager.call(addImport, { job_id: h.ids.job, text: `${heading}\n${cells}` });
  const turned = (line: string) => line.split(",").reverse().join(",");
  expect((await send(turned(head), turned(row))).mapped).toBe(true);
  const wider = await send(`${head},MBF`, `${row},7`);
  expect(wider.mapped).toBe(false);
  // The remembered columns are suggested; the field of the new heading is a guess.
  const { columns } = await h.manager.call(getImport, { import_id: wider.id });
  expect(columns).toMatchObject({ ...COLUMN_HEADINGS, volume: "MBF" });
  expect((await send(head, row)).mapped).toBe(true);
});

test("saves an import regardless of tickets entered just before, and refuses too many imported rows with a message", async () => {
  const { h, good, read, carryOut, standing } = importing;
  const percent = env().WORK_LIMIT_PERCENT;
  env().WORK_LIMIT_PERCENT = 100;
  try {
    const now = new Date();
    countUsage(h.manager.actor, "tickets", 1_500, now);
    const id = await read(toSheetText([good(4_201), good(4_202)]));
    await h.manager.call(saveImport, { import_id: id });
    await carryOut(id);
    expect(await standing(id)).toMatchObject({ loads: 2 });
    countUsage(h.manager.actor, "imported", 5_998, now);
    const more = await read(toSheetText([good(4_203)]));
    const refused = await catchError(h.manager.call(saveImport, { import_id: more }));
    expect(refused.message).toMatch(/^That's a lot of imported rows in a short time\. Nothing was lost\./);
  } finally {
    env().WORK_LIMIT_PERCENT = percent;
  }
});
