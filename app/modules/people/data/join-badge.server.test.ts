import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES } from "~/lib/access/crew-permissions";
import { loader } from "~/modules/dashboard/routes/frame";
import { startSession } from "~/web/session.server";
import { requestToJoin } from "../shared/join-requests.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/** Return the number of join requests that the menu shows to a person of the land manager's company. */
async function counted(userId: number) {
  const cookie = await startSession(new Request("http://localhost/"), userId, h.ids.manager.id);
  const request = new Request("http://localhost/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false };
  return (await loader({ request, context, params: {} }))?.joinRequests;
}

test("the menu shows the number of join requests only to people who may answer them", async () => {
  const { admins, crew, id } = h.ids.manager;
  const asking = await actAs(db, await makeUser(db), null);
  await asking.call(requestToJoin, { company_id: id });
  const [boss, hand] = [await makeUser(db, {}, [admins]), await makeUser(db, {}, [crew])];
  expect([await counted(boss), await counted(hand)]).toEqual([1, 0]);
  await insertRow(db, crewPermission, {
    crew_id: crew,
    entity_id: ENTITIES.indexOf("crew_member") + 1,
    can_create: true,
    can_read: true,
    can_update: false,
    can_delete: false,
  });
  expect(await counted(hand)).toBe(1);
});
