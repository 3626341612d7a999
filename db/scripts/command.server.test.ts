import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { makeUser } from "../factories";
import { user } from "../schema";
import { getTestDatabaseUrl, openTestDatabase } from "../testing/test-database";

/** Run a database command as an operator would. */
const run = (name: string, args: string[], databaseUrl: string, settings: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, LIBSQL_PRIMARY_URL: "", ...settings };
    execFile(
      process.execPath,
      ["--import", "tsx", `db/scripts/${name}.ts`, ...args],
      { env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "timbertally command "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const isOnFile = process.env.TEST_TRANSPORT === "file";

test.runIf(isOnFile)("a command prints its usage; an unknown option prevents it from running", async () => {
  const url = `file:${join(makeFolder(), "none.db")}`;
  const [help, unknown, missing] = await Promise.all([
    run("seed", ["--help"], url),
    run("seed", ["--tikets", "5"], url),
    run("pay-verify", [], url),
  ]);
  expect(help).toEqual({ code: 0, output: "Usage: npm run db:seed [-- --tickets 1000000]\n" });
  expect(unknown.code).toBe(2);
  expect(unknown.output).toContain("Unknown option '--tikets'");
  expect(missing.code).toBe(1);
  expect(missing.output).toContain("There is no database at");
  expect(missing.output).toContain(`Database: ${url}`);
  for (const { output } of [help, unknown, missing]) expect(output).not.toMatch(/\n\s+at /);
});

test.runIf(isOnFile)("reports in one sentence that a file isn't a database", async () => {
  const file = join(makeFolder(), "notes.db");
  writeFileSync(file, "Not a database, but long enough to be read as the header of one. ".repeat(200));
  const { code, output } = await run("migrate", [], `file:${file}`);
  expect(code).toBe(1);
  expect(output).toContain("It is damaged or isn't a database.");
  expect(output).not.toMatch(/\n\s+at /);
});

test.runIf(isOnFile)("names a missing setting that the demo needs before it writes anything", async () => {
  const file = join(makeFolder(), "none.db");
  const { code, output } = await run("seed", [], `file:${file}`, { QR_KEYS: "" });
  expect(code).toBe(1);
  expect(output).toContain("QR_KEYS: This is required.");
  expect(output).not.toMatch(/\n\s+at /);
  expect(existsSync(file)).toBe(false);
});

test.runIf(isOnFile)(
  "makes the user who signed up with that email the first super user, and refuses a second one",
  async () => {
    const db = await openTestDatabase();
    for (const email of ["ida@pine.test", "rob@pine.test"]) await makeUser(db, { email });
    const superUser = (...args: string[]) => run("super-user", args, getTestDatabaseUrl());
    const isSuper = async () =>
      (await db.read.select({ email: user.email }).from(user).where(eq(user.is_super_user, true))).map(
        ({ email }) => email,
      );
    const [nobody, noEmail] = await Promise.all([superUser("eve@pine.test"), superUser()]);
    expect([nobody.code, noEmail.code, await isSuper()]).toEqual([1, 1, []]);
    expect(nobody.output).toContain("Nobody has signed up with eve@pine.test.");
    expect(noEmail.output).toContain("Name one email.");
    const first = await superUser("Ida@Pine.test");
    expect(first.output).toContain(
      "Ida@Pine.test is a super user. The next sign-in asks for a second factor",
    );
    expect([first.code, await isSuper()]).toEqual([0, ["ida@pine.test"]]);
    const second = await superUser("rob@pine.test");
    expect(second.output).toContain("There is a super user already.");
    expect([second.code, await isSuper()]).toEqual([1, ["ida@pine.test"]]);
  },
);

test.runIf(isOnFile)("db:rebuild-derived reports a wrong row, and writes only when told to", async () => {
  const db = await openTestDatabase();
  await db.client.execute("INSERT INTO company_job_count VALUES (7, 0, 1, 5)");
  const rebuild = (...args: string[]) => run("rebuild-derived", args, getTestDatabaseUrl());
  const report = await rebuild();
  expect(report.code).toBe(1);
  expect(report.output).toContain(
    "company_job_count: 0 missing, 1 extra.\n  extra: company_id 7, is_pending 0, status 1, n 5\nNothing was written.",
  );
  const written = await rebuild("--write");
  expect(written.code).toBe(0);
  expect(written.output).toContain("Rebuilt. 11 derived tables: no difference.");
  expect(await rebuild()).toMatchObject({ code: 0 });
});
