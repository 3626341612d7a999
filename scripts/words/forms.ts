/**
 * Forms that read as if translated, each with what an American office would write. `in: "screen"` forms are looked for
 * in the program's texts, `in: "all"` forms in docs too.
 */
export const FORMS: { form: RegExp; write: string; in: "screen" | "all" }[] = [
  { form: /\banew\b/i, write: "again", in: "all" },
  { form: /\bmeanwhile\b/i, write: "two sentences", in: "all" },
  { form: /\bbesides\b/i, write: "also", in: "all" },
  { form: /\bwhom\b|\bwhoever\b/i, write: "who, or the person's role", in: "all" },
  { form: /\blest\b/i, write: "so that … doesn't", in: "all" },
  { form: /\b(is|are|was|were) none\b/i, write: "isn't, aren't", in: "all" },
  { form: /\b(is|are|was|were) no (?!longer\b|one\b|signal\b)[a-z]/i, write: "isn't a …", in: "all" },
  { form: /\bno more\b/i, write: "no longer", in: "all" },
  { form: /\bany more\b/i, write: "no longer", in: "screen" },
  { form: /\bstands? (here|below|beside|there)\b/i, write: "appears, is listed", in: "screen" },
  { form: /\byours to see\b/i, write: "you don't have access to it", in: "screen" },
  {
    form: /\b(Some|Every)body\b| (some|every)body\b| nobody\b|\b[Nn]obody /,
    write: "someone, no one, everyone",
    in: "screen",
  },
  { form: /\bOpen the page again\b/, write: "Reload the page", in: "screen" },
  { form: /\bto go on\b|\bgo on with\b/i, write: "to continue", in: "screen" },
  { form: /\bfilms?\b/i, write: "video", in: "screen" },
  { form: /\bmend(ed|s)?\b/i, write: "fix", in: "screen" },
  { form: /\bhas not this\b|\bhas (it|them) already\b/i, write: "already has", in: "screen" },
  {
    form: /\b(licence|colour|neighbour|metre|kilometre|specialised|organis|recognis)/i,
    write: "US spelling",
    in: "all",
  },
  { form: /\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/, write: "Nov 16", in: "screen" },
  { form: /\$[\d,.]+ an? (MBF|ton|cord|load|mile)\b|… a … ?$/, write: "per MBF", in: "screen" },
  { form: /\b(?!1 ton\b)\d[\d.,]* ton\b/, write: "55 tons", in: "screen" },
];
