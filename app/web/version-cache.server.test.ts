import { expect, test } from "vitest";
import { ROLE_FLAGS } from "~/lib/access/company-roles";
import { buildRecord } from "~/lib/object/records";
import { createSignedOutActor } from "./actor.server";
import { createUnchangedCache } from "./version-cache.server";

/** Return a database with a version, a caller of the cache, and a function that counts how often it computes a result. */
function asked(most?: number) {
  const world = { version: 1 as number | null, made: 0, during: () => {} };
  const db = { version: () => world.version };
  const ida = createSignedOutActor("America/Detroit");
  const unchangedCache = createUnchangedCache<number>(most);
  const ask = (question = "tabs", actor = ida) =>
    unchangedCache({ db, actor }, question, async () => {
      world.during();
      return ++world.made;
    });
  return { world, ida, ask };
}

test("returns a cached result while nothing has changed, separately for each question", async () => {
  const { world, ask } = asked();
  expect([await ask(), await ask(), await ask("row"), await ask()]).toEqual([1, 1, 2, 1]);
  world.version = 2;
  expect([await ask(), await ask("row")]).toEqual([3, 4]);
});

test("caches separately for each person, company, permission, role, unit and time zone", async () => {
  const { world, ida, ask } = asked();
  const user = {
    id: 7,
    first_name: "Ida",
    last_name: "Saari",
    email: null,
    avatar_url: null,
    is_super_user: false,
    default_company_id: null,
    wood_unit_type_id: null,
  };
  const company = {
    id: 3,
    name: "Deward Timber",
    logo_url: null,
    roles: buildRecord(ROLE_FLAGS, () => false),
    is_professional: false,
    default_load_amount: null,
    requires_second_factor: false,
  };
  const { permissions } = ida;
  const others: (typeof ida)[] = [
    { ...ida, key: "k9", keyName: "Scale" },
    { ...ida, user },
    { ...ida, user: { ...user, id: 8 } },
    { ...ida, user: { ...user, wood_unit_type_id: 2 } },
    { ...ida, company },
    { ...ida, company: { ...company, id: 4 } },
    { ...ida, company: { ...company, roles: { ...company.roles, is_mill: true } } },
    { ...ida, permissions: { ...permissions, job: { ...permissions.job, read: !permissions.job.read } } },
    { ...ida, zone: "America/Boise" },
    { ...ida, lacks_second_factor: true },
  ];
  for (const [n, other] of [ida, ...others].entries()) expect(await ask("tabs", other)).toBe(n + 1);
  expect([await ask("tabs", { ...ida }), world.made]).toEqual([1, others.length + 1]);
});

test("a change during the computation makes its result outdated; without a version nothing is cached", async () => {
  const { world, ask } = asked();
  world.during = () => {
    world.version = 2;
  };
  await ask();
  expect(await ask()).toBe(2);
  world.during = () => {};
  world.version = null;
  expect([await ask(), await ask()]).toEqual([3, 4]);
});

test("drops the oldest result when the cache is full", async () => {
  const { ask } = asked(2);
  for (const question of ["one", "two", "three"]) await ask(question);
  expect([await ask("three"), await ask("two"), await ask("one")]).toEqual([3, 2, 4]);
});
