import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { seedDemo } from "#db/demo/seed";
import { makeUser } from "#db/factories";
import { openTestDatabase } from "#db/testing/test-database";
import { startSession } from "~/web/session.server";
import { loader } from "../routes/dashboard";
import { loader as frame } from "../routes/frame";
import { readDemoRoles } from "./front.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const asked = (path: string, cookie?: string) => ({
  request: new Request(`http://localhost${path}`, cookie ? { headers: { Cookie: cookie } } : {}),
  context: { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false },
  params: {},
});

test("shows the front page at / to visitors who aren't signed in; other pages redirect to sign-in", async () => {
  expect(await frame(asked("/"))).toBeNull();
  expect(await loader(asked("/"))).toMatchObject({ front: { demo: [] }, first: null });
  const thrown = await frame(asked("/jobs")).catch((error: unknown) => error);
  expect((thrown as Response).headers.get("Location")).toBe("/login?next=%2Fjobs");
});

test("shows a signed-in user the dashboard at /, with the page frame", async () => {
  const session = await startSession(new Request("http://localhost/"), await makeUser(db), null);
  const cookie = session.split(";")[0];
  expect(await loader(asked("/", cookie))).toMatchObject({ front: null, first: { company: null } });
  expect(await frame(asked("/", cookie))).not.toBeNull();
});

test("offers the demo accounts where they exist, and never on a production deployment", async () => {
  const real = { DEMO: false, NODE_ENV: "production" } as const;
  expect(await readDemoRoles(db.read)).toEqual([]);
  await seedDemo(db, new Date());
  expect((await readDemoRoles(db.read)).map(({ who }) => who)).toEqual([
    "manager",
    "driver",
    "mill",
    "logger",
  ]);
  expect(await readDemoRoles(db.read, { ...real, DEMO: true })).toHaveLength(4);
  expect(await readDemoRoles(db.read, real)).toEqual([]);
});
