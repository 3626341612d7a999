/**
 * Maximum megabytes of each kind of file that users send. Forms state it in their hint, a script checks it before
 * anything is sent, and the server as it arrives.
 */
export const MAX_MEGABYTES = { pdf: 25, mp4: 100, photo: 10, areas: 10, table: 4, deviceFile: 16 } as const;
export type SentFile = keyof typeof MAX_MEGABYTES;

/** Message for a file that is too large. */
export const tooLargeMessage = (megabytes: number): string =>
  `File size exceeds the limit. Please upload a file smaller than ${megabytes}MB.`;

/** Minimum limit of a page with a file, so that its form can reject a file slightly over the limit. */
const MIN_FORM_MEGABYTES = 12;
/** Maximum megabytes of a form with such a file: the file, and its other fields. */
export const getFormMegabytes = (file: SentFile): number =>
  Math.max(MIN_FORM_MEGABYTES, MAX_MEGABYTES[file] + 1);
