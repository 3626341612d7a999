/**
 * Maximum megabytes of each kind of upload. Forms show it, a script checks it before sending, and the server checks it
 * on arrival.
 */
export const MAX_UPLOAD_MEGABYTES = {
  pdf: 25,
  mp4: 100,
  photo: 10,
  areas: 10,
  table: 4,
  deviceFile: 16,
} as const;
export type UploadKind = keyof typeof MAX_UPLOAD_MEGABYTES;

/** Message for a file that is too large. */
export const formatTooLargeMessage = (megabytes: number): string =>
  `File size exceeds the limit. Please upload a file smaller than ${megabytes}MB.`;

/**
 * Minimum size limit of a form with a file, so that a file slightly over its own limit still arrives and gets an error
 * message.
 */
const MIN_FORM_MEGABYTES = 12;
/** Return the maximum megabytes of a form with this kind of file, including its other fields. */
export const getMaxFormMegabytes = (file: UploadKind): number =>
  Math.max(MIN_FORM_MEGABYTES, MAX_UPLOAD_MEGABYTES[file] + 1);
