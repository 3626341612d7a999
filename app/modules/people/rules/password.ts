import { dictionary } from "@zxcvbn-ts/language-common";
import { createTextSchema } from "~/lib/text/input";

export const MIN_PASSWORD_LENGTH = 10;
const MAX_LENGTH = 200;

/** Most common passwords of ten or more characters, in lower case; attackers try these first. */
const COMMON = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1111111111 0000000000 1q2w3e4r5t 1qaz2wsx3edc
   q1w2e3r4t5 qwertyuiop qwerty12345 qwerty1234 qwerty123456 asdfghjkl1 asdfghjkl; zxcvbnm123 password12
   password123 password1234 password12345 passw0rd123 passwordpassword iloveyou12 iloveyou123 iloveyouforever
   letmein1234 letmein123 welcome123 welcome1234 admin12345 administrator changeme123 football123 baseball123
   basketball sunshine123 princess123 superman123 michael123 jennifer123 abcdefghij abcdefghijk abcd123456
   abc1234567 a1b2c3d4e5 aaaaaaaaaa qazwsxedcrfv 1234qwerasdf trustno1234 monkey12345 dragon12345 shadow12345
   master12345 liverpool1 manchester chocolate1 computer123 starwars123 hello12345 hellohello whatever123
   internet123 secret12345 blink182182 jordan23jordan summer2024 summer2025 summer2026 winter2025 winter2026
   spring2026 autumn2026 timbertally timbertally1 loggerlogger chainsaw123 lumberjack lumberjack1 timber1234
   forest1234 peterbilt379 kenworth900 johndeere1 johndeere123 caterpillar stihlstihl husqvarna1 husqvarna123
   michigan123 oregon12345 georgia1234 america123 patriots123 cowboys1234 packers1234 mustang1234 harleydavidson`.split(
    /\s+/,
  ),
);

/** Words to which people append a year or a few digits. */
const BASES = new Set(
  `password passwort passw welcome qwerty qwertz asdfgh letmein iloveyou admin administrator changeme football
   baseball basketball softball hockey sunshine princess superman batman monkey dragon shadow master liverpool
   manchester chocolate computer starwars whatever internet secret trustno michael jennifer jessica jordan charlie
   freedom america mustang summer winter spring autumn january february march april june july august september
   october november december monday tuesday wednesday thursday friday saturday sunday timbertally timber logger
   logging lumberjack chainsaw forest forester trucker sawmill peterbilt kenworth freightliner johndeere
   caterpillar stihl husqvarna michigan wisconsin minnesota oregon georgia texas alabama maine company login user
   test testing hello default guest`.split(/\s+/),
);

const UNLEET: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "0": "o", $: "s", "5": "s" };
const lettersOf = (text: string) => text.replace(/[@4310$5]/g, (sign) => UNLEET[sign] ?? sign);

/**
 * True for a common word surrounded by digits and symbols, spelled normally or with symbols for letters:
 * "P@ssw0rd-2026!".
 */
function dressesUpWord(plain: string): boolean {
  const bare = plain.replace(/[\d\W_]+$/, "").replace(/^[\d\W_]+/, "");
  const around = plain.length - bare.length;
  return around <= 6 && (BASES.has(bare) || BASES.has(lettersOf(bare)) || COMMON.has(lettersOf(bare)));
}

const ROWS = ["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"];
const isRun = (plain: string): boolean =>
  ROWS.some(
    (row) => `${row}${row}`.includes(plain) || `${row}${row}`.includes([...plain].reverse().join("")),
  );

let breached: Set<string> | undefined;
/** True if the password is one of the 49,000 most frequent in leaked lists. */
function isBreached(plain: string): boolean {
  breached ??= new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));
  return breached.has(plain) || (breached.has(plain.replace(/[\d\W_]{1,4}$/, "")) && plain.length < 14);
}

const TOO_LONG = `Use at most ${MAX_LENGTH} characters.`;

/** Reason a password is refused, or null if it is acceptable (docs/domain.md#accounts). */
export function getPasswordProblem(password: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `Use at least ${MIN_PASSWORD_LENGTH} characters. A few plain words are good.`;
  if (password.length > MAX_LENGTH) return TOO_LONG;
  const plain = password.toLowerCase();
  const repeats = /^(.{1,6}?)\1+$/.test(plain);
  const common = isBreached(plain) || COMMON.has(plain) || COMMON.has(plain.replace(/[!.?*]+$/, ""));
  if (common || repeats || isRun(plain) || dressesUpWord(plain))
    return "This password is too easy to guess. Use another.";
  return null;
}

/** Schema of a new password. Server only: the list of leaked passwords is larger than any page. */
export const newPasswordField = createTextSchema(MAX_LENGTH, TOO_LONG, "Password is required").superRefine(
  (password, ctx) => {
    const problem = getPasswordProblem(password);
    if (problem) ctx.addIssue({ code: "custom", message: problem });
  },
);
