import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getProfile, updateProfile } from "../shared/profile.server";
import { findAvatar, getPerson } from "./people-seen.server";

let db: Database;
type Person = Awaited<ReturnType<typeof actAs>>;
let [ann, bob, eve]: Person[] = [];
let ids: { ann: number; bob: number; eve: number; ours: number; theirs: number };

beforeAll(async () => {
  db = await openTestDatabase();
  const [ours, theirs] = [await makeCompany(db, { name: "Ours" }), await makeCompany(db, { name: "Theirs" })];
  const a = await makeUser(db, { first_name: "Ann", phone_number: "+19065550101" }, [ours.admins]);
  const b = await makeUser(db, { first_name: "Bob", email: "bob@timber.test" }, [ours.crew, theirs.crew]);
  const e = await makeUser(db, { first_name: "Eve", phone_number: "+19065550102" }, [theirs.admins]);
  ids = { ann: a, bob: b, eve: e, ours: ours.id, theirs: theirs.id };
  ann = await actAs(db, a, ours.id);
  bob = await actAs(db, b, ours.id);
  eve = await actAs(db, e, theirs.id);
});

const sees = (who: Person | undefined, id: number) => (who as Person).call(getPerson, { id });

test("colleagues see a person only in the companies they share", async () => {
  expect((await sees(ann, ids.bob)).crews).toEqual([{ crew: "Crew", is_admin: false, company: "Ours" }]);
  expect((await sees(eve, ids.bob)).crews.map((c) => c.company)).toEqual(["Theirs"]);
  expect((await sees(bob, ids.bob)).crews).toHaveLength(2);
});

test("only colleagues see that a person exists", async () => {
  expect((await catchError(sees(ann, ids.eve))).kind).toBe("missing");
  expect((await catchError(sees(ann, 987_654))).kind).toBe("missing");
});

test("only colleagues see a picture, and only at its current URL", async () => {
  await db.batch([
    { sql: "UPDATE user SET avatar_url = ? WHERE id = ?", params: [`/users/${ids.bob}/avatar/k1`, ids.bob] },
  ]);
  const find = (who: Person | undefined, key: string) =>
    (who as Person).call(findAvatar, { user_id: ids.bob, key });
  expect(await find(ann, "k1")).toEqual({ key: "k1" });
  expect((await catchError(find(ann, "k2"))).kind).toBe("missing");
  const stranger = await actAs(db, await makeUser(db), null);
  expect((await catchError(find(stranger, "k1"))).kind).toBe("missing");
});

test("saves a profile at its version, and returns the saved values for a stale version", async () => {
  const me = ann as Person;
  const { version } = await me.call(getProfile, {});
  const mine = { version: version + 1, first_name: "Anna", last_name: "Koski" };
  await me.call(updateProfile, { ...mine, wood_unit_type_id: 3, default_company_id: ids.ours });
  expect(await me.call(getProfile, {})).toMatchObject({
    first_name: "Anna",
    wood_unit_type_id: 3,
    phone_number: "+19065550101",
  });
  const { kind, refusal } = await catchError(me.call(updateProfile, mine));
  expect([kind, refusal.facts.current]).toEqual(["stale", expect.objectContaining({ first_name: "Anna" })]);
});

test("refuses another account's phone, and a starting company that isn't the person's own", async () => {
  const me = bob as Person;
  const { version } = await me.call(getProfile, {});
  const mine = { version: version + 1, first_name: "Bob", last_name: "Heikkinen" };
  const phone = await catchError(me.call(updateProfile, { ...mine, phone_number: "906 555 0102" }));
  expect(Object.keys(phone.refusal.facts.fields ?? {})).toEqual(["phone_number"]);
  const company = await catchError(
    (ann as Person).call(updateProfile, { ...mine, default_company_id: ids.theirs }),
  );
  expect(Object.keys(company.refusal.facts.fields ?? {})).toEqual(["default_company_id"]);
});
