/* Rules for finding a sheet by code or number in this device's data, independent of a browser. */

/** Sheets with consecutive ids and numbers (app/modules/trip-tickets/paper/data/sheets-at-hand.server.ts). */
type SheetRun = { job: number; id: number; number: number; load: number; count: number };
export type OfflineSheetData = { runs: SheetRun[]; jobs: { id: number; name: string }[] };

/** Parse the page's sheet data for offline use; empty if malformed. */
export function parseOfflineSheetData(json: string | undefined): OfflineSheetData {
  try {
    const read = JSON.parse(json ?? "{}");
    return { runs: [...(read.runs ?? [])], jobs: [...(read.jobs ?? [])] };
  } catch {
    return { runs: [], jobs: [] };
  }
}

export type ScannedCode = { sheet: number; sig: string } | { path: string };

/** Parse the target of a scanned code: a blank sheet or a ticket; null for anything else. */
export function parseScannedCode(text: string): ScannedCode | null {
  const sheet = /\/sheets\/(\d{1,12})(?:\?(?:.*&)?sig=([\w.~-]{1,100}))?/.exec(text);
  if (sheet) return { sheet: Number(sheet[1]), sig: sheet[2] ?? "" };
  const path = /\/trip-tickets\/\d{1,12}\b[^\s]*/.exec(text)?.[0];
  return path && path.length < 1_000 ? { path } : null;
}

export type OfflineSheet = { job: number; id: number; number: number };

/** Return the offline sheets with this id or number, optionally of one job. */
export function filterOfflineSheets(
  { runs }: OfflineSheetData,
  expected: { id?: number; number?: number; job?: number },
): OfflineSheet[] {
  return runs.flatMap((run) => {
    const index =
      expected.id !== undefined
        ? expected.id - run.id
        : expected.number !== undefined
          ? expected.number - run.number
          : -1;
    const isIn = index >= 0 && index < run.count && (expected.job === undefined || expected.job === run.job);
    return isIn ? [{ job: run.job, id: run.id + index, number: run.number + index }] : [];
  });
}

/** Build the address of a sheet's form, which works with and without a signal. */
export const getSheetFormUrl = (
  job: number,
  { sheet, sig, number }: { sheet?: number; sig?: string; number?: number },
) =>
  `/trip-tickets/new?${new URLSearchParams({
    job_id: String(job),
    ...(sheet === undefined ? {} : { sheet: String(sheet) }),
    ...(sig ? { sig } : {}),
    sheet_number: number === undefined ? "" : String(number),
  })}`;
