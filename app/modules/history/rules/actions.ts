import { createFilterReader, type UnreadablePart } from "~/lib/text/unreadable-filter";
import type { Activity } from "./history";

/** Subjects the company history can be filtered by. */
export const SUBJECTS = ["tickets", "jobs", "companies", "landings", "comments", "photos", "files"] as const;
export type Noun = (typeof SUBJECTS)[number];

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
export const SUBJECT_OPTIONS = SUBJECTS.map((value) => ({ value, label: WORDS[value] }));

export const getActivities = (noun: Noun): readonly Activity[] => ACTIVITIES_OF[noun];

/** Cursor at the end of a history page: the next one starts with entries older than this. */
export type Cursor = { at: string; id: number };

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)_(\d{1,15})$/;
const formatCursor = ({ at, id }: Cursor): string => `${at}_${id}`;
const cursorIn = (text: string): Cursor | null => {
  const [, at, id] = CURSOR.exec(text) ?? [];
  return at && id ? { at, id: Number(id) } : null;
};

/** Value in place of a person's id that selects actions of API keys. */
export const API_KEYS_PERSON = "keys";

/** Filter of the history. */
export type HistoryFilter = {
  person?: number | typeof API_KEYS_PERSON;
  noun?: Noun;
  day?: string;
  before?: Cursor;
};

/** Read the history filter from its address, with the parts that can't be read. */
export function parseHistoryFilter(url: string): { filter: HistoryFilter; unreadable: UnreadablePart[] } {
  const { read, choice, day, unreadable } = createFilterReader(url);
  const filter = {
    person: read<number | typeof API_KEYS_PERSON>("person", "Who", (text) =>
      text === API_KEYS_PERSON ? text : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null,
    ),
    noun: choice("noun", "What", SUBJECTS),
    day: day("day", "Day"),
    before: read("before", "Older than", cursorIn),
  };
  return { filter, unreadable };
}

/** URL path of this filter. */
export function buildHistoryPath({ person, noun, day, before }: HistoryFilter): string {
  const query = new URLSearchParams();
  if (person !== undefined) query.set("person", String(person));
  if (noun) query.set("noun", noun);
  if (day) query.set("day", day);
  if (before) query.set("before", formatCursor(before));
  return query.size ? `/company/history?${query}` : "/company/history";
}
