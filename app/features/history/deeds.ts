import { z } from "zod";
import type { Activity } from "~/domain/history/history";

/** What the history of a company can be narrowed to: the nouns that its entries are about. */
export const NOUNS = ["tickets", "jobs", "companies", "landings", "comments", "photos", "files"] as const;
export type Noun = (typeof NOUNS)[number];

const ACTIVITIES_OF = {
  tickets: ["trip_ticket_created", "trip_ticket_updated", "trip_ticket_deleted"],
  jobs: ["job_created", "job_updated", "job_deleted"],
  companies: ["company_added", "company_accepted", "company_declined", "company_removed"],
  landings: ["landing_inventory_updated"],
  comments: ["comment_added", "comment_updated", "comment_removed"],
  photos: ["photo_added", "photo_removed"],
  files: ["file_added", "file_removed"],
} as const satisfies Record<Noun, readonly Activity[]>;

const WORDS: Record<Noun, string> = {
  tickets: "Trip tickets",
  jobs: "Jobs",
  companies: "Companies on jobs",
  landings: "Landings",
  comments: "Comments",
  photos: "Photos",
  files: "Files",
};
export const NOUN_OPTIONS = NOUNS.map((value) => ({ value, label: WORDS[value] }));

export const activitiesOf = (noun: Noun): readonly Activity[] => ACTIVITIES_OF[noun];

/** Where a page of the history ends: the next one starts with what is older than this entry. */
export type Cursor = { at: string; id: number };

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)_(\d{1,15})$/;
const cursorText = ({ at, id }: Cursor): string => `${at}_${id}`;
const cursorIn = (text: string): Cursor | null => {
  const [, at, id] = CURSOR.exec(text) ?? [];
  return at && id ? { at, id: Number(id) } : null;
};

/** What API keys did is asked for by this in place of a person's id. */
export const KEYS = "keys";

/** What is asked of the history; what an address says wrong is left out. */
export type HistoryFilter = {
  person?: number | typeof KEYS;
  noun?: Noun;
  day?: string;
  before?: Cursor;
};

/** Reads what an address asks of the history. */
export function askedIn(params: URLSearchParams): HistoryFilter {
  const person = params.get("person") ?? "";
  const noun = NOUNS.find((known) => known === params.get("noun"));
  const day = params.get("day") ?? "";
  const before = cursorIn(params.get("before") ?? "");
  return {
    ...(person === KEYS
      ? { person: KEYS }
      : /^[1-9]\d{0,14}$/.test(person)
        ? { person: Number(person) }
        : {}),
    ...(noun ? { noun } : {}),
    ...(z.iso.date().safeParse(day).success ? { day } : {}),
    ...(before ? { before } : {}),
  };
}

/** The address that asks for this. */
export function historyPath({ person, noun, day, before }: HistoryFilter): string {
  const query = new URLSearchParams();
  if (person !== undefined) query.set("person", String(person));
  if (noun) query.set("noun", noun);
  if (day) query.set("day", day);
  if (before) query.set("before", cursorText(before));
  return query.size ? `/company/history?${query}` : "/company/history";
}
