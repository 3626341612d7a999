import { normalizeName } from "~/lib/text/plain-name";
import type { PlaceZones } from "~/modules/trip-tickets/rules/place-zones";
import { formatNameWithStandard } from "~/modules/trip-tickets/rules/trip-ticket";
import type { LoadField } from "./columns";
import { findChoice, type NameChoice } from "./names";
import type { ReadRow } from "./read-row";

/** A job as the rows of an import may name it, and the names that a load of it may use. */
export type JobLookup = {
  id: number;
  name: string;
  contract_number: string | null;
  start_date: string;
  zone: string;
  /** True if the acting company may name another hauler than itself. */
  office: boolean;
  destinations: (NameChoice<number> & { mills: number[]; zone: string })[];
  /** `also` is the name used by the job's company and by imports. */
  products: (NameChoice<string> & { job_destination_id: number; unit: number; also: string[] })[];
  haulers: NameChoice<number>[];
  cutters: NameChoice<number>[];
  skidders: NameChoice<number>[];
  landings: NameChoice<number>[];
};

/** Meanings of names explained before. */
export type LearnedName = { job_id: number; field: string; word: string; value: string };
/** An unexplained name, with its column and job. */
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

/** Resolved names of a row; unresolved ones are asked about. */
export type RowMeaning = {
  job: JobLookup | null;
  destination: JobLookup["destinations"][number] | null;
  product: JobLookup["products"][number] | null;
  hauler: number | null;
  cutter: number | null;
  skidder: number | null;
  landing: number | null;
  asked: UnknownName[];
};

/** Resolve the names of a row among its job's choices. If a row names none and there is only one, that one is meant. */
export function resolveRow(
  row: Pick<ReadRow, "words">,
  known: { jobs: readonly JobLookup[]; job: number | null; explained: readonly LearnedName[] },
): RowMeaning {
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

/** Zones of a row's two places; until its names are explained, its job's, or the import's. */
export function getRowZones(
  { job, destination }: Pick<RowMeaning, "job" | "destination">,
  zone: string,
): PlaceZones {
  const job_zone = job?.zone ?? zone;
  return { job_zone, mill_zone: destination?.zone ?? job_zone };
}

/** Product with exactly this name; a name that only resembles a company's own name isn't taken for it. */
function calledSo(offered: JobLookup["products"], word: string): JobLookup["products"][number] | null {
  const plain = normalizeName(word);
  const results =
    plain === "" ? [] : offered.filter((p) => p.also.some((name) => normalizeName(name) === plain));
  return results.length === 1 ? (results[0] ?? null) : null;
}

/** Join a product's words, in one column or in two: its type and its species. */
const getProductText = ({ words }: Pick<ReadRow, "words">): string =>
  [words.product, words.species].filter(Boolean).join(" ");

function jobOf(
  row: Pick<ReadRow, "words">,
  {
    jobs,
    job,
    explained,
  }: { jobs: readonly JobLookup[]; job: number | null; explained: readonly LearnedName[] },
): JobLookup | null {
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

/** Explained meaning of a name: on this job, else the one shared by all other jobs if it is a choice here. */
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

/** Choices for a name. */
export function listNameChoices(job: JobLookup | undefined, field: NameField): NameChoice[] {
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

/** Describe an unexplained name in a sentence. */
export function formatUnknownName({ field, word }: UnknownName): string {
  const what = NAME_FIELDS[field];
  return word === "" ? `Which ${what}?` : `Which ${what} is "${word.slice(0, 60)}"?`;
}
