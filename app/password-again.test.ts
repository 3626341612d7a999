import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Test that every action that changes rights, keys or money settings asks for the password again. The source is
 * searched for code that writes one of these tables, and for its callers, up to the procedures.
 */
const TABLES =
  "crewMember|crewPermission|crew|invite|apiKey|settlementSetting|settlementRule|fuelRule|periodClose|companyFeatureAccess|companySubscription|companyStripeAccount|secondFactor|passkey|recoveryCode|passwordReset";
const IN_SQL = TABLES.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Columns of the user and company tables that define rights or sign-in. */
const COLUMNS =
  "is_super_user|disabled_at|password_hash|phone_number|email|is_professional|requires_second_factor";

/** Procedures that write these tables but change no rights, keys or money settings, or ask for another proof. */
const NOT_ASKED: Record<string, readonly string[]> = {
  "asks for the password, a code or a link itself": [
    "acceptInvite",
    "addPasskey",
    "changePassword",
    "closeAccount",
    "confirmEmail",
    "confirmPhone",
    "completePasskeySignIn",
    "completeCodeSignIn",
    "removePasskey",
    "removeSecondFactor",
    "renewRecoveryCodes",
    "requestPasswordReset",
    "resetPassword",
    "setSecondFactor",
  ],
  "founds a company or begins a trial, with rights for nobody else": [
    "createCompany",
    "createSettlementsTrial",
    "createOnboardingCompany",
  ],
  "keeps a company that isn't here yet, and asks its people to come": [
    "addContact",
    "addJobCompany",
    "createDestinationAtMill",
    "createJob",
    "createJobFromDraft",
    "deleteContact",
    "inviteContact",
    "inviteContractorAgain",
    "inviteJobContractor",
    "inviteNewContractor",
    "saveContact",
  ],
  "lets who is paid read what they are paid": ["createStatements", "postStatement", "settleNext"],
  "a name, or less than before": [
    "addCrew",
    "rejectJoinRequest",
    "renameCrew",
    "renamePasskey",
    "revokeInvite",
  ],
  "a part of what has asked, or what Stripe says": [
    "keepAccount",
    "keepCustomer",
    "pullAccount",
    "pullOwnSubscription",
    "refreshSubscription",
    "refreshPaymentAccount",
  ],
};
/**
 * Procedures that ask for the password although they write none of these tables: they lead to changing a card, act for
 * another user, or rename or end a company.
 */
const ELSEWHERE = ["recordFormsSentForWriter", "openPortal", "renameCompany", "setCompanyDeleted"].sort();

const sources = ["lib", "modules"]
  .flatMap((folder) =>
    readdirSync(join("app", folder), { recursive: true, encoding: "utf8" }).map(
      (file) => `./${folder}/${file}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  .map((file) => [file, readFileSync(join("app", file), "utf8")] as const);
const files = new Set(sources.map(([file]) => file));

/** Return the file that defines an imported name. */
function broughtFrom(file: string, from: string): string | undefined {
  const path = from.startsWith("~/")
    ? from.slice(2)
    : new URL(from, `file:/${file.slice(2)}`).pathname.slice(1);
  return [`./${path}.ts`, `./${path}.tsx`].find((item) => files.has(item));
}

/** The names that a file imports from our files, each with its defining file. */
function brought(file: string, source: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, list = "", from = ""] of source.matchAll(/import \{([^}]*)\} from "([.~][^"]*)"/g)) {
    const instant = broughtFrom(file, from);
    for (const [, name = "", called] of list.matchAll(/(\w+)(?: as (\w+))?/g))
      if (instant) names.set(called ?? name, `${instant} ${name}`);
  }
  return names;
}

/**
 * Return a file's top-level definitions: for each, the names that it uses, and whether it writes one of the tables
 * itself.
 */
function definitions(file: string, source: string) {
  const other = [...source.matchAll(new RegExp(`^ *const (\\w+) = (?:${TABLES});`, "gm"))].map(
    ([, name]) => name,
  );
  const tables = [TABLES, ...other].join("|");
  const writes = new RegExp(
    `\\.(insert|update|delete)\\((${tables})\\)|updateWithVersion\\(\\s*ctx,\\s*(${tables})\\b` +
      `|(INSERT (OR \\w+ )?INTO|UPDATE|DELETE FROM) (\\$\\{)?(${TABLES}|${IN_SQL})\\b` +
      `|(updateWithVersion\\(\\s*ctx,\\s*|\\.update\\()(user|company)\\b[^;]*\\b(${COLUMNS})\\b`,
  );
  const from = brought(file, source);
  const starts = [...source.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)];
  const own = new Set(starts.map(([, name]) => name));
  return starts.map(({ index, 1: name = "" }, i) => {
    const text = source.slice(index, starts[i + 1]?.index);
    const words = new Set(text.replace(/"[^"\n]*"|\/\*\*[\s\S]*?\*\/|\/\/.*/g, "").match(/\b\w+\b/g));
    words.delete(name);
    const uses = [...words].flatMap((word) => from.get(word) ?? (own.has(word) ? `${file} ${word}` : []));
    return { id: `${file} ${name}`, text, uses, writes: writes.test(text) };
  });
}

const all = sources.flatMap(([file, source]) => definitions(file, source));
const procedures = all.flatMap(({ id, text }) => {
  const name = text.includes("= procedure({") && /name: "(\w+)"/.exec(text)?.[1];
  return name ? [{ id, name, asks: /\n {2}(fresh: true,|async fresh\()/.test(text) }] : [];
});

/** Return the procedures that write these tables, directly or through functions that they call. */
function writers(): Set<string> {
  const set = new Set(all.filter(({ writes }) => writes).map(({ id }) => id));
  for (let before = -1; before !== set.size; ) {
    before = set.size;
    for (const { id, uses } of all) if (uses.some((item) => set.has(item))) set.add(id);
  }
  const names = procedures.filter(({ id }) => set.has(id)).map(({ name }) => name);
  return new Set(names.filter((name) => !/^(get|list|read|search)[A-Z]/.test(name)));
}

test("procedures that change rights, keys or money settings ask for the password again (fresh)", () => {
  const asks = new Set(procedures.filter((item) => item.asks).map(({ name }) => name));
  const match = writers();
  expect(match.size).toBeGreaterThan(60);
  const excused = Object.values(NOT_ASKED).flat();
  expect([...match].filter((name) => !asks.has(name) && !excused.includes(name)).sort()).toEqual([]);
  // Check that no exception is outdated: each excepted procedure exists and doesn't ask for the password.
  expect(excused.filter((name) => !match.has(name) || asks.has(name))).toEqual([]);
  expect([...asks].filter((name) => !match.has(name)).sort()).toEqual(ELSEWHERE);
});
