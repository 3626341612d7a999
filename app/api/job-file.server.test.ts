import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { startSession } from "~/web/session.server";
import { handleApiRequest } from "./serve.server";

let db: Database;
let h: Harvest;
let cookie = "";
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const { user, company } = h.manager.actor;
  const session = await startSession(new Request("http://localhost/"), user?.id ?? 0, company?.id ?? 0);
  cookie = session.split(";")[0] ?? "";
});

const dataUrl = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString("base64")}`;
const PDF = dataUrl("application/pdf", "%PDF-1.7\n%a plan\n%%EOF");

function send(body: object) {
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false, noteActor() {} };
  const request = new Request(`http://localhost/api/jobs/${h.ids.job}/file`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return handleApiRequest({ request, context });
}
const files = async () =>
  (await db.client.execute("SELECT file_name, is_plan_map FROM job_file ORDER BY id")).rows;

test("accepts a job's file as a data URL in JSON as well as a form", async () => {
  const answer = await send({ file: PDF, file_name: "Harvest plan", is_plan_map: true });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ id: h.ids.job });
  expect(await files()).toMatchObject([{ file_name: "Harvest plan.pdf", is_plan_map: 1 }]);
});

test("rejects anything but a data URL of a PDF or an MP4, and adds no file", async () => {
  const before = await files();
  for (const file of ["Harvest plan.pdf", dataUrl("image/png", "x"), 7]) {
    const answer = await send({ file });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: { file: ["Send a PDF or an MP4 as a data URL, data:application/pdf or video/mp4;base64,…"] },
    });
  }
  expect((await send({})).status).toBe(422);
  expect(await files()).toEqual(before);
});
