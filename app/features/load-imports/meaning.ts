import type { PlaceZones } from "~/core/tickets/place-zones";
import { plainName } from "~/domain/text/plain-name";
import { namedAs } from "~/domain/tickets/trip-ticket";
import type { LoadField } from "./columns";
import { meantBy, type NameChoice } from "./names";
import type { ReadRow } from "./read-row";

/** A job as the rows of an import may name it, and what a load of it may name. */
export type KnownJob = {
  id: number;
  name: string;
  contract_number: string | null;
  start_date: string;
  zone: string;
  /** Whether the acting company may name another hauler than itself. */
  office: boolean;
  destinations: (NameChoice<number> & { mills: number[]; zone: string })[];
  /** `also` is what the company whose job it is and the one that imports call it. */
  products: (NameChoice<string> & { job_destination_id: number; unit: number; also: string[] })[];
  haulers: NameChoice<number>[];
  cutters: NameChoice<number>[];
  skidders: NameChoice<number>[];
  landings: NameChoice<number>[];
};

/** What names mean that somebody explained before. */
export type Explained = { job_id: number; field: string; word: string; value: string };
/** A name that nobody has explained: of which column, on which job. */
export type AskedName = { field: NamedField; word: string; job_id: number };

/** The columns whose cells are names. */
export const NAME_FIELDS = {
  job: "job",
  destination: "destination",
  product: "product",
  hauler: "hauler",
  cutter: "logger or cutter",
  skidder: "skidder",
  landing: "landing",
} as const satisfies Partial<Record<LoadField, string>>;
export type NamedField = keyof typeof NAME_FIELDS;

/** What a row names, found; what is not found is asked. */
export type Meant = {
  job: KnownJob | null;
  destination: KnownJob["destinations"][number] | null;
  product: KnownJob["products"][number] | null;
  hauler: number | null;
  cutter: number | null;
  skidder: number | null;
  landing: number | null;
  asked: AskedName[];
};

/** What the names of a row mean, among what its job has. The only one of a kind is meant where a row names none. */
export function meaningOf(
  row: Pick<ReadRow, "words">,
  known: { jobs: readonly KnownJob[]; job: number | null; explained: readonly Explained[] },
): Meant {
  const asked: AskedName[] = [];
  const none = { destination: null, product: null, hauler: null, cutter: null, skidder: null, landing: null };
  const job = jobOf(row, known);
  if (!job) return { ...none, job, asked: [{ field: "job", word: row.words.job, job_id: 0 }] };
  const find = <C extends NameChoice>(field: NamedField, choices: readonly C[], word: string): C | null => {
    const found = explainedAs(known.explained, job.id, field, word, choices) ?? meantBy(choices, word);
    const only = word === "" && choices.length === 1 ? (choices[0] ?? null) : null;
    return found ?? only;
  };
  const must = <C extends NameChoice>(field: NamedField, choices: readonly C[], word: string): C | null => {
    const found = find(field, choices, word);
    if (!found) asked.push({ field, word, job_id: job.id });
    return found;
  };
  const may = (field: NamedField, choices: readonly NameChoice<number>[]): number | null => {
    const word = row.words[field];
    return (word === "" ? find(field, choices, "") : must(field, choices, word))?.value ?? null;
  };
  const destination = must("destination", job.destinations, row.words.destination);
  const offered = job.products.filter((p) => p.job_destination_id === destination?.value);
  const words = productWords(row);
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
    asked,
  };
}

/** The zones of a row's two places; until its names are explained its job's, or the import's. */
export function zonesOfRow(
  { job, destination }: Pick<Meant, "job" | "destination">,
  zone: string,
): PlaceZones {
  const job_zone = job?.zone ?? zone;
  return { job_zone, mill_zone: destination?.zone ?? job_zone };
}

/** The product that somebody calls exactly so; what only resembles a name of somebody's own isn't taken for it. */
function calledSo(offered: KnownJob["products"], word: string): KnownJob["products"][number] | null {
  const plain = plainName(word);
  const found = plain === "" ? [] : offered.filter((p) => p.also.some((name) => plainName(name) === plain));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A product is named in one column or in two: its type and its species. */
const productWords = ({ words }: Pick<ReadRow, "words">): string =>
  [words.product, words.species].filter(Boolean).join(" ");

function jobOf(
  row: Pick<ReadRow, "words">,
  {
    jobs,
    job,
    explained,
  }: { jobs: readonly KnownJob[]; job: number | null; explained: readonly Explained[] },
): KnownJob | null {
  if (job !== null) return jobs.find((j) => j.id === job) ?? null;
  const word = row.words.job;
  const choices = jobs.map((j) => ({ value: j.id, name: j.name, job: j }));
  const byContract = jobs.filter(
    (j) => j.contract_number && plainName(j.contract_number) === plainName(word),
  );
  const found =
    explainedAs(explained, 0, "job", word, choices)?.job ??
    (byContract.length === 1 ? byContract[0] : undefined) ??
    meantBy(choices, word)?.job;
  return found ?? null;
}

/** What a name was explained as: on this job, else as the same on every other job where that is a choice here. */
function explainedAs<C extends NameChoice>(
  explained: readonly Explained[],
  job_id: number,
  field: string,
  word: string,
  choices: readonly C[],
): C | null {
  const plain = plainName(word);
  const mine = explained.filter((e) => e.field === field && e.word === plain);
  const values = new Set(
    (mine.some((e) => e.job_id === job_id) ? mine.filter((e) => e.job_id === job_id) : mine).map(
      (e) => e.value,
    ),
  );
  const found = choices.filter((c) => values.has(String(c.value)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** What may be chosen for a name. */
export function choicesFor(job: KnownJob | undefined, field: NamedField): NameChoice[] {
  if (!job) return [];
  if (field === "product")
    return [
      ...new Map(
        job.products.map((p) => [p.value, { value: p.value, name: namedAs(p.also[0] ?? null, p.name) }]),
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

/** A name that isn't explained, in a sentence. */
export function askedWords({ field, word }: AskedName): string {
  const what = NAME_FIELDS[field];
  return word === "" ? `Which ${what}?` : `Which ${what} is "${word.slice(0, 60)}"?`;
}
