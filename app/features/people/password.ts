export const LEAST_LENGTH = 10;
const MOST_LENGTH = 200;

/** The commonest passwords of ten and more characters, by their letters: guessing starts with these. */
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

/** Why a password will not do, or null where it will (decisions, section 1). */
export function passwordProblem(password: string): string | null {
  if (password.length < LEAST_LENGTH)
    return `Use at least ${LEAST_LENGTH} characters. A few plain words are good.`;
  if (password.length > MOST_LENGTH) return `Use at most ${MOST_LENGTH} characters.`;
  const plain = password.toLowerCase();
  if (COMMON.has(plain) || COMMON.has(plain.replace(/[!.?*]+$/, "")) || /^(.)\1*$/.test(plain))
    return "This is one of the first passwords that a thief tries. Use another.";
  return null;
}
