import { createFilterReader, type UnreadablePart } from "~/lib/text/unreadable-filter";
import type { Activity } from "./history";

/** Subjects the company history can be filtered by. */
export const HISTORY_FILTER_SUBJECTS = [
  "tickets",
  "jobs",
  "companies",
  "landings",
  "comments",
  "photos",
  "files",
] as const;
export type HistoryFilterSubject = (typeof HISTORY_FILTER_SUBJECTS)[number];

const ACTIVITIES_OF = {
  tickets: ["trip_ticket_created", "trip_ticket_updated", "trip_ticket_deleted"],
  jobs: ["job_created", "job_updated", "job_deleted"],
  companies: ["company_added", "company_accepted", "company_declined", "company_removed"],
  landings: ["landing_inventory_updated"],
  comments: ["comment_added", "comment_updated", "comment_removed"],
  photos: ["photo_added", "photo_removed"],
  files: ["file_added", "file_removed"],
} as const satisfies Record<HistoryFilterSubject, readonly Activity[]>;

const WORDS: Record<HistoryFilterSubject, string> = {
  tickets: "Trip tickets",
  jobs: "Jobs",
  companies: "Companies on jobs",
  landings: "Landings",
  comments: "Comments",
  photos: "Photos",
  files: "Files",
};
export const HISTORY_FILTER_OPTIONS = HISTORY_FILTER_SUBJECTS.map((value) => ({
  value,
  label: WORDS[value],
}));

export const getSubjectActivities = (noun: HistoryFilterSubject): readonly Activity[] => ACTIVITIES_OF[noun];

/** Cursor at the end of a history page: the next page starts with entries older than this one. */
export type HistoryCursor = { at: string; id: number };

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)_(\d{1,15})$/;
const formatCursor = ({ at, id }: HistoryCursor): string => `${at}_${id}`;
const cursorIn = (text: string): HistoryCursor | null => {
  const [, at, id] = CURSOR.exec(text) ?? [];
  return at && id ? { at, id: Number(id) } : null;
};

/** Value in place of a person's id that selects actions of API keys. */
export const ALL_API_KEYS = "keys";

/** Filter of the history. */
export type HistoryFilter = {
  person?: number | typeof ALL_API_KEYS;
  noun?: HistoryFilterSubject;
  day?: string;
  before?: HistoryCursor;
};

/** Read the history filter from its address, with the parts that can't be read. */
export function parseHistoryFilter(url: string): { filter: HistoryFilter; unreadable: UnreadablePart[] } {
  const { read, choice, day, unreadable } = createFilterReader(url);
  const filter = {
    person: read<number | typeof ALL_API_KEYS>("person", "Who", (text) =>
      text === ALL_API_KEYS ? text : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null,
    ),
    noun: choice("noun", "What", HISTORY_FILTER_SUBJECTS),
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
