/**
 * Maximum megabytes of each kind of file that people send. Forms say it in their hint, a script checks it before anything
 * is sent, and the server while it arrives.
 */
export const MAX_MEGABYTES = { pdf: 25, mp4: 100, photo: 10, areas: 10, table: 4, deviceFile: 16 } as const;
export type SentFile = keyof typeof MAX_MEGABYTES;

/** The specification's message for a file that is too large (spec 1, section 5). */
export const tooLargeMessage = (megabytes: number): string =>
  `File size exceeds the limit. Please upload a file smaller than ${megabytes}MB.`;

/** The least that a page with a file takes in, so that a file a little over its limit is answered by its form. */
const MIN_FORM_MEGABYTES = 12;
/** Megabytes that a form with such a file may have: the file, and its other fields. */
export const formMegabytes = (file: SentFile): number =>
  Math.max(MIN_FORM_MEGABYTES, MAX_MEGABYTES[file] + 1);
