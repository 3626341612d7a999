import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { secretsIn } from "./secrets.mjs";

/** Secrets are assembled at run time, so that this file itself contains none. */
const put = (...parts: string[]) => parts.join("");
const letters = (count: number) => Array.from({ length: count }, (_, i) => "aB3xK9mQ"[i % 8]).join("");
const SECRETS: Record<string, string> = {
  "an AWS key": put("AK", "IA", "JALRXRTKSEJMNXPU"),
  "an AWS secret": put("aws_secret_access_", "key = ", "wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYzQ4vT7uKe2"),
  "a private key": generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString(),
  "a token of the code's host": put("gh", "p_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"),
  "a database's address with its password": put("postgres://", "mill:", "hunter2secret@db.timber.test/x"),
  "a mail server's": put("https://", "office:", "pass1234@mail.timber.test/"),
  "our session secret": put("SESSION_", "SECRET=", letters(43)),
  "our QR keys": put("QR_", "KEYS=k1:", letters(43)),
};

test.each(Object.entries(SECRETS))(
  "reports the position of %s, and doesn't print the secret",
  async (_name, secret) => {
    const match = await secretsIn("app/settings.ts", `const first = 1;\nconst it = "${secret}";\n`);
    expect(match.length).toBeGreaterThan(0);
    expect(match[0]).toMatch(/^app\/settings\.ts:2: /);
    expect(match.join()).not.toContain(secret.trim());
  },
);

test("doesn't report variable names of secrets, or test secrets", async () => {
  const settings = 'SESSION_SECRET=\nQR_KEYS=\nSESSION_SECRET: "a-secret-for-tests-alone-0123456789"';
  expect(await secretsIn(".env.example", settings)).toEqual([]);
});

test("refuses a folder with a secret in a file, with or without git, and skips ignored files", () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "scripts"));
  const here = fileURLToPath(new URL(".", import.meta.url));
  for (const name of ["secrets.mjs", "tracked.mjs"]) cpSync(join(here, name), join(folder, "scripts", name));
  symlinkSync(join(here, "..", "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, ".gitignore"), "node_modules\n.env.local\n");
  writeFileSync(join(folder, ".env.local"), SECRETS["our session secret"] ?? "");
  const scan = () => spawnSync(process.execPath, ["scripts/secrets.mjs"], { cwd: folder, encoding: "utf8" });
  expect(scan()).toMatchObject({ status: 0, stdout: "no secrets in 3 files\n" });
  execFileSync("git", ["init", "-q"], { cwd: folder });
  expect(scan()).toMatchObject({ status: 0, stdout: "no secrets in 3 files\n" });
  writeFileSync(join(folder, "notes.md"), `Use ${SECRETS["an AWS key"]} for now.`);
  const refused = scan();
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^notes\.md:1: /)]);
});
