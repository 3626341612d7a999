/**
 * Phrases that read like a translation, with American office wording to use instead. `in: "screen"` phrases are refused
 * in the program's texts, `in: "all"` phrases in docs too.
 */
export const REFUSED_FORMS: { form: RegExp; write: string; in: "screen" | "all" }[] = [
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
  { form: /\balready(?=[.!,;]|$)/i, write: "already before its verb", in: "screen" },
  { form: /\bonce more\b/i, write: "again", in: "screen" },
  { form: /\bTick the\b|\bTick a\b|\bticked\b/, write: "select, selected", in: "screen" },
  { form: /\bon no\b|\bof (it|them) has\b/i, write: "not on a …, has all", in: "screen" },
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

/** The worst of these phrases, also refused in comments and test titles. */
export const REFUSED_CODE_FORMS: { form: RegExp; write: string }[] = [
  { form: /\banew\b/i, write: "again" },
  { form: /\bmeanwhile\b/i, write: "in between, or two sentences" },
  { form: /\bbesides\b/i, write: "also, in addition to, apart from" },
  { form: /\bwhom\b|\bwhoever\b|\bwhomever\b/i, write: "who, or the person's role" },
  { form: /\blest\b/i, write: "so that … doesn't" },
  { form: /\b(?<!\bthere )(is|are|was|were) none\b(?! of)/i, write: "isn't, aren't, if missing" },
  {
    form: /\b(?<!\bthere )(is|are|was|were) no (?!longer\b|one\b|signal\b|more than\b|larger\b)[a-z]/i,
    write: "isn't a …",
  },
  { form: /\bno more\b(?!.* than\b)/i, write: "no longer" },
  { form: /\b(stands?|stood) (here|there|below|beside|already)\b/i, write: "is, appears, is listed" },
  { form: /\b(is|are|was|were) (said|told) so\b/i, write: "is reported, is refused with the reason" },
  { form: /\bnoted down\b/i, write: "recorded" },
  { form: /\b(stands?|stood) in the way\b/i, write: "prevents, conflicts" },
  { form: /\bgoes on\b(?! (a|an|the|its|paper|one|each|tickets?|every|to)\b)/i, write: "continues" },
];

/**
 * Patterns of names and comments that the style refuses. Older code still has some: the count may not exceed `most`,
 * which is lowered with every rename.
 */
export const REFUSED_FAMILIES: { name: string; pattern: RegExp; most: number }[] = [
  {
    name: "comments that begin with a relative clause instead of a verb or noun",
    pattern: /^\s*(?:\/\*\*?|\/\/) *(?:What|Who|Whose|Where|Whether|How|So many)\b/gm,
    most: 0,
  },
  { name: "exports named …Of", pattern: /^export (?:async )?(?:function|const) \w+Of\b/gm, most: 4 },
  { name: "limits named MOST_…", pattern: /^export const MOST_\w+/gm, most: 0 },
  {
    name: "locals named for no content",
    pattern: /\b(?:const|let) (?:found|at|said|kept|asked|made|told|given|wanted|one)\b(?= ?[=:;])/g,
    most: 211,
  },
];
