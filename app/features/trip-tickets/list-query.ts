import { STATUS_IDS, VIEWS, type View } from "./trip-ticket";

export const SORTS = ["last_modified_at", "number", "created_at", "priority"] as const;
export type Sort = (typeof SORTS)[number];

/** Reads "1042, 1043 1050" as numbers; what is none is named back. */
export function readNumbers(text: string): { numbers: number[]; wrong: string[] } {
  const words = text.split(/[\s,;#]+/).filter(Boolean);
  const isNumber = (word: string) => /^\d{1,9}$/.test(word) && Number(word) > 0;
  const numbers = [...new Set(words.filter(isNumber).map(Number))].slice(0, 50);
  return { numbers, wrong: words.filter((word) => !isNumber(word)) };
}

/** The list's address as its procedure's input. What makes no sense is left out; nothing in an address is an error. */
export function readListQuery(params: URLSearchParams) {
  const view: View = params.get("view") === "available" ? "available" : "loads";
  const q = (params.get("q") ?? "").trim().slice(0, 400);
  const { numbers, wrong } = readNumbers(q);
  const offered: readonly number[] = VIEWS[view].offered;
  const status_ids = params
    .getAll("status")
    .map(Number)
    .filter((id) => STATUS_IDS.some((s) => s === id) && offered.includes(id));
  const sort = SORTS.find((s) => s === params.get("sort"));
  const page = Number(params.get("page") ?? 0);
  return {
    view,
    q,
    searched: numbers.length > 0,
    problem: wrong.length
      ? `Search by ticket numbers, like 1042, 1043. Not a number: ${wrong.slice(0, 3).join(", ")}`
      : null,
    input: {
      view,
      ...(numbers.length ? { trip_ticket_numbers: numbers } : {}),
      ...(status_ids.length ? { status_ids } : {}),
      ...(sort ? { sort } : {}),
      ...(params.has("desc") ? { descending: params.get("desc") === "1" } : {}),
      page: Number.isInteger(page) && page >= 0 && page <= 100_000 ? page : 0,
    },
  };
}
