/*
 * What a code or a number says of a sheet, by what this device keeps: rules without a browser.
 */

/** Sheets whose ids and numbers follow each other (app/features/trip-tickets/sheets-at-hand.server.ts). */
type Run = { job: number; id: number; number: number; load: number; count: number };
export type AtHand = { runs: Run[]; jobs: { id: number; name: string }[] };

/** What a page says of the sheets at hand; nothing where it is something else. */
export function atHandIn(json: string | undefined): AtHand {
  try {
    const read = JSON.parse(json ?? "{}");
    return { runs: [...(read.runs ?? [])], jobs: [...(read.jobs ?? [])] };
  } catch {
    return { runs: [], jobs: [] };
  }
}

export type ScannedCode = { sheet: number; sig: string } | { path: string };

/** What a scanned code leads to: a blank sheet, or a ticket; null for anything else. */
export function codeIn(text: string): ScannedCode | null {
  const sheet = /\/sheets\/(\d{1,12})(?:\?(?:.*&)?sig=([\w.~-]{1,100}))?/.exec(text);
  if (sheet) return { sheet: Number(sheet[1]), sig: sheet[2] ?? "" };
  const path = /\/trip-tickets\/\d{1,12}\b[^\s]*/.exec(text)?.[0];
  return path && path.length < 1_000 ? { path } : null;
}

export type KnownSheet = { job: number; id: number; number: number };

/** The sheets at hand with an id, or with a number, perhaps of one job. */
export function sheetsAtHand(
  { runs }: AtHand,
  wanted: { id?: number; number?: number; job?: number },
): KnownSheet[] {
  return runs.flatMap((run) => {
    const at =
      wanted.id !== undefined
        ? wanted.id - run.id
        : wanted.number !== undefined
          ? wanted.number - run.number
          : -1;
    const isIn = at >= 0 && at < run.count && (wanted.job === undefined || wanted.job === run.job);
    return isIn ? [{ job: run.job, id: run.id + at, number: run.number + at }] : [];
  });
}

/** Where a sheet's form is, with a signal and without one. */
export const sheetForm = (
  job: number,
  { sheet, sig, number }: { sheet?: number; sig?: string; number?: number },
) =>
  `/trip-tickets/new?${new URLSearchParams({
    job_id: String(job),
    ...(sheet === undefined ? {} : { sheet: String(sheet) }),
    ...(sig ? { sig } : {}),
    sheet_number: number === undefined ? "" : String(number),
  })}`;
