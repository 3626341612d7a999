import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { openTestDatabase } from "#db/testing/test-database";
import { action as saveCompany } from "~/modules/companies/routes/edit";
import { action as renameCrew } from "~/modules/people/routes/crew";
import { action as saveProfile } from "~/modules/people/routes/edit";
import type { FormReply } from "./form-action.server";
import { startSession } from "./session.server";

let db: Database;
let ours: Awaited<ReturnType<typeof makeCompany>>;
let theirs: typeof ours;
let cookies: Record<"ann" | "bob" | "eve", string>;

beforeAll(async () => {
  db = await openTestDatabase();
  [ours, theirs] = [
    await makeCompany(db, { name: "Ours", is_mill: true }),
    await makeCompany(db, { name: "Theirs", is_mill: true }),
  ];
  const enter = async (name: string, company: typeof ours) => {
    const id = await makeUser(db, { first_name: name, last_name: "Koski" }, [company.admins]);
    const cookie = await startSession(new Request("http://localhost/"), id, company.id);
    return cookie.split(";")[0] ?? "";
  };
  cookies = { ann: await enter("Ann", ours), bob: await enter("Bob", ours), eve: await enter("Eve", theirs) };
});

/** Send a form as a page does. Returns the reply if the form had no effect, otherwise null. */
async function send(
  action: (args: ActionFunctionArgs) => unknown,
  who: keyof typeof cookies,
  path: string,
  fields: Record<string, string>,
): Promise<FormReply | null> {
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { Cookie: cookies[who] },
    body: new URLSearchParams({ submission_id: crypto.randomUUID(), ...fields }),
  });
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false };
  const args = { request, context, params: { crewId: String(ours.crew) } } as unknown as ActionFunctionArgs;
  try {
    return ((await action(args)) as { data: FormReply }).data;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 303) return null;
    throw thrown;
  }
}

test("a conflict message names the user who saved, and when", async () => {
  const path = `/company/crews/${ours.crew}`;
  expect(await send(renameCrew, "ann", path, { name: "Night", version: "2" })).toBe(null);
  const reply = await send(renameCrew, "bob", path, { name: "Day", version: "2" });
  expect(reply?.conflict).toMatchObject({ name: "Night" });
  expect(reply?.saved_by).toEqual({ who: "Ann Koski", when: expect.stringMatching(/:\d\d [AP]M$/) });
  expect(reply?.reply.error?.[""]?.[0]).toMatch(/^Ann Koski saved a change while you were editing/);
});

test("a conflict message names nobody if the change did not come from a form", async () => {
  await db.batch([{ sql: "UPDATE crew SET name = 'Dusk', version = 9 WHERE id = ?", params: [ours.crew] }]);
  const reply = await send(renameCrew, "bob", `/company/crews/${ours.crew}`, { name: "Day", version: "3" });
  expect([reply?.conflict?.name, reply?.saved_by]).toEqual(["Dusk", null]);
});

test("a conflict message ignores forms of another company at the same address, and other users' profiles", async () => {
  const edit = { name: "Theirs", roles: "is_mill", bio: "Since 1954", version: "2" };
  expect(await send(saveCompany, "eve", "/company/edit", edit)).toBe(null);
  await db.batch([{ sql: "UPDATE company SET version = 2 WHERE id = ?", params: [ours.id] }]);
  const reply = await send(saveCompany, "ann", "/company/edit", { ...edit, name: "Ours" });
  expect([reply?.conflict?.version, reply?.saved_by]).toEqual([2, null]);

  const me = { first_name: "Ann", last_name: "Niemi", version: "2" };
  expect(await send(saveProfile, "ann", "/profile/edit", me)).toBe(null);
  const again = await send(saveProfile, "ann", "/profile/edit", { ...me, last_name: "Maki" });
  expect(again?.saved_by?.who).toBe("You, in another window,");
  await db.batch([{ sql: "UPDATE user SET version = 2 WHERE first_name = 'Bob'", params: [] }]);
  const bob = await send(saveProfile, "bob", "/profile/edit", { ...me, first_name: "Bob" });
  expect([bob?.conflict?.version, bob?.saved_by]).toEqual([2, null]);
});
