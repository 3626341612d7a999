import { normalizeName } from "~/lib/text/plain-name";
import type { LoadTimeZones } from "~/modules/trip-tickets/rules/place-zones";
import { formatNameWithStandard } from "~/modules/trip-tickets/rules/trip-ticket";
import type { LoadField } from "./columns";
import { findChoice, type NameChoice } from "./names";
import type { ReadRow } from "./read-row";

/** A job that rows of an import may name, with the names that its loads may use. */
export type ImportJob = {
  id: number;
  name: string;
  contract_number: string | null;
  start_date: string;
  zone: string;
  /** True if the acting company may name a hauler other than itself. */
  office: boolean;
  destinations: (NameChoice<number> & { mills: number[]; zone: string })[];
  /** `also` contains the product's names used by the job's company and by the importing company. */
  products: (NameChoice<string> & { job_destination_id: number; unit: number; also: string[] })[];
  haulers: NameChoice<number>[];
  cutters: NameChoice<number>[];
  skidders: NameChoice<number>[];
  landings: NameChoice<number>[];
};

/** Meaning of a name that a user explained earlier. */
export type LearnedName = { job_id: number; field: string; word: string; value: string };
/** A name without a known meaning, with its column and job. */
export type UnknownName = { field: NameField; word: string; job_id: number };

/** Columns whose cells are names. */
export const NAME_FIELDS = {
  job: "job",
  destination: "destination",
  product: "product",
  hauler: "hauler",
  cutter: "logger or cutter",
  skidder: "skidder",
  landing: "landing",
} as const satisfies Partial<Record<LoadField, string>>;
export type NameField = keyof typeof NAME_FIELDS;

/** Resolved names of a row; `asked` contains the names to ask the user about. */
export type ResolvedNames = {
  job: ImportJob | null;
  destination: ImportJob["destinations"][number] | null;
  product: ImportJob["products"][number] | null;
  hauler: number | null;
  cutter: number | null;
  skidder: number | null;
  landing: number | null;
  asked: UnknownName[];
};

/** Resolve a row's names among its job's choices. A missing name means the only choice, if there is just one. */
export function resolveRowNames(
  row: Pick<ReadRow, "words">,
  known: { jobs: readonly ImportJob[]; job: number | null; explained: readonly LearnedName[] },
): ResolvedNames {
  const unknownNames: UnknownName[] = [];
  const none = { destination: null, product: null, hauler: null, cutter: null, skidder: null, landing: null };
  const job = jobOf(row, known);
  if (!job) return { ...none, job, asked: [{ field: "job", word: row.words.job, job_id: 0 }] };
  const find = <C extends NameChoice>(field: NameField, choices: readonly C[], word: string): C | null => {
    const match = explainedAs(known.explained, job.id, field, word, choices) ?? findChoice(choices, word);
    const only = word === "" && choices.length === 1 ? (choices[0] ?? null) : null;
    return match ?? only;
  };
  const must = <C extends NameChoice>(field: NameField, choices: readonly C[], word: string): C | null => {
    const match = find(field, choices, word);
    if (!match) unknownNames.push({ field, word, job_id: job.id });
    return match;
  };
  const may = (field: NameField, choices: readonly NameChoice<number>[]): number | null => {
    const word = row.words[field];
    return (word === "" ? find(field, choices, "") : must(field, choices, word))?.value ?? null;
  };
  const destination = must("destination", job.destinations, row.words.destination);
  const offered = job.products.filter((p) => p.job_destination_id === destination?.value);
  const words = getProductText(row);
  const called = explainedAs(known.explained, job.id, "product", words, offered) ?? calledSo(offered, words);
  const product = called ?? (destination && must("product", offered, words));
  const hauler = must("hauler", job.haulers, row.words.hauler)?.value ?? null;
  return {
    job,
    destination,
    product,
    hauler,
    cutter: may("cutter", job.cutters),
    skidder: may("skidder", job.skidders),
    landing: may("landing", job.landings),
    asked: unknownNames,
  };
}

/**
 * Return the time zones of a row's loading and delivery places. Until its names are resolved, use the job's zone, or
 * the import's zone.
 */
export function getRowZones(
  { job, destination }: Pick<ResolvedNames, "job" | "destination">,
  zone: string,
): LoadTimeZones {
  const job_zone = job?.zone ?? zone;
  return { job_zone, mill_zone: destination?.zone ?? job_zone };
}

/** Find the product that has exactly this name; a similar name doesn't match. */
function calledSo(offered: ImportJob["products"], word: string): ImportJob["products"][number] | null {
  const plain = normalizeName(word);
  const results =
    plain === "" ? [] : offered.filter((p) => p.also.some((name) => normalizeName(name) === plain));
  return results.length === 1 ? (results[0] ?? null) : null;
}

/** Join a product's text from one column, or from two columns for its type and its species. */
const getProductText = ({ words }: Pick<ReadRow, "words">): string =>
  [words.product, words.species].filter(Boolean).join(" ");

function jobOf(
  row: Pick<ReadRow, "words">,
  {
    jobs,
    job,
    explained,
  }: { jobs: readonly ImportJob[]; job: number | null; explained: readonly LearnedName[] },
): ImportJob | null {
  if (job !== null) return jobs.find((j) => j.id === job) ?? null;
  const word = row.words.job;
  const choices = jobs.map((j) => ({ value: j.id, name: j.name, job: j }));
  const byContract = jobs.filter(
    (j) => j.contract_number && normalizeName(j.contract_number) === normalizeName(word),
  );
  const jobLookup =
    explainedAs(explained, 0, "job", word, choices)?.job ??
    (byContract.length === 1 ? byContract[0] : undefined) ??
    findChoice(choices, word)?.job;
  return jobLookup ?? null;
}

/**
 * Find the explained meaning of a name: the meaning for this job, else the meaning shared by all other jobs if this job
 * offers it.
 */
function explainedAs<C extends NameChoice>(
  explained: readonly LearnedName[],
  job_id: number,
  field: string,
  word: string,
  choices: readonly C[],
): C | null {
  const plain = normalizeName(word);
  const mine = explained.filter((e) => e.field === field && e.word === plain);
  const values = new Set(
    (mine.some((e) => e.job_id === job_id) ? mine.filter((e) => e.job_id === job_id) : mine).map(
      (e) => e.value,
    ),
  );
  const matches = choices.filter((c) => values.has(String(c.value)));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** List the possible meanings of a name in this column. */
export function listNameChoices(job: ImportJob | undefined, field: NameField): NameChoice[] {
  if (!job) return [];
  if (field === "product")
    return [
      ...new Map(
        job.products.map((p) => [
          p.value,
          { value: p.value, name: formatNameWithStandard(p.also[0] ?? null, p.name) },
        ]),
      ).values(),
    ];
  const lists = {
    destination: job.destinations,
    hauler: job.haulers,
    cutter: job.cutters,
    skidder: job.skidders,
    landing: job.landings,
    job: [],
  };
  return lists[field];
}

/** Format the question about a name without a known meaning. */
export function formatUnknownNameQuestion({ field, word }: UnknownName): string {
  const what = NAME_FIELDS[field];
  return word === "" ? `Which ${what}?` : `Which ${what} is "${word.slice(0, 60)}"?`;
}
