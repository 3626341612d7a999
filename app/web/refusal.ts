/** HTTP status of each kind of refusal. */
export const ERROR_STATUS = {
  missing: 404,
  forbidden: 403,
  notNow: 422,
  invalid: 422,
  stale: 409,
  alreadySent: 409,
  tooMany: 429,
  unavailable: 503,
  noRoom: 507,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

export type FieldErrors = Record<string, string[]>;

export type ErrorFacts = {
  /** For `invalid`: messages by field name, in dotted notation. */
  fields?: FieldErrors;
  /** For `invalid`: allowed values by field name, if they depend on the uploaded file. */
  choices?: Record<string, string[]>;
  /** For `invalid`: the uploaded file's contents as values of form fields, so that the file needn't be uploaded again. */
  values?: Record<string, string>;
  /** For `stale`: the row as currently saved. */
  current?: Record<string, unknown>;
  /** For `alreadySent`: the result of the first submission. */
  result?: unknown;
  /** For `tooMany` and `unavailable`: seconds to wait before retrying. */
  retryAfter?: number;
};

/** The only error that a procedure throws on purpose. Adapters turn it into a page or an API response. */
export class AppError extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly facts: ErrorFacts = {},
  ) {
    super(message);
  }
  get status(): number {
    return ERROR_STATUS[this.kind];
  }
}

/** Message for a failure that has no specific message. */
export const GENERIC_ERROR_MESSAGE = "Sorry, an error occurred";

/** Refusal message for a user whose crew lacks the permission. */
export const PERMISSION_MISSING_MESSAGE =
  "Your crew doesn't have this permission. An admin of your company can give it.";

/** Refusal message for a user who entered their password too long ago for this change. */
export const SIGN_IN_AGAIN_MESSAGE =
  "Sign in again to change this: it has been a while since you typed your password.";

export const notFound = (what = "This page doesn't exist, or you don't have access to it.") =>
  new AppError("missing", what);
export const forbidden = (why: string) => new AppError("forbidden", why);
export const unprocessable = (why: string) => new AppError("notNow", why);
export const invalid = (fields: FieldErrors, message = "Please check your answers.") =>
  new AppError("invalid", message, { fields });
/** Return an `invalid` error for a field, with its allowed values to offer in the form. */
export const invalidChoice = (field: string, message: string, choices: string[]) =>
  new AppError("invalid", message, { fields: { [field]: [message] }, choices: { [field]: choices } });
export const staleVersion = (current: Record<string, unknown>) =>
  new AppError("stale", "Someone else saved a change while you were editing. Nothing you typed is lost.", {
    current,
  });
