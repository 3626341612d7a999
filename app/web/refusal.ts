/** Reason that a procedure refused. Each kind has one HTTP status. */
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
  /** invalid: messages by field name, in the input's dotted names. */
  fields?: FieldErrors;
  /** invalid: allowed values of a field, by its name, if only the sent file determines them. */
  choices?: Record<string, string[]>;
  /** invalid: contents of the uploaded file, as values of the form's fields, so that it needn't be uploaded again. */
  values?: Record<string, string>;
  /** stale: the row as currently saved. */
  current?: Record<string, unknown>;
  /** alreadySent: the result of the first submission. */
  result?: unknown;
  /** tooMany, unavailable: seconds to wait before retrying. */
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

/** Text for a failure without a specific one. */
export const GENERIC_ERROR = "Sorry, an error occurred";

/** Refusal message for a user whose crew lacks the flag. */
export const PERMISSION_MISSING =
  "Your crew doesn't have this permission. An admin of your company can give it.";

/** Refusal message for a user who entered their password too long ago for this change. */
export const PASSWORD_AGAIN =
  "Sign in again to change this: it has been a while since you typed your password.";

export const notFound = (what = "This page doesn't exist, or you don't have access to it.") =>
  new AppError("missing", what);
export const forbidden = (why: string) => new AppError("forbidden", why);
export const unprocessable = (why: string) => new AppError("notNow", why);
export const invalid = (fields: FieldErrors, message = "Please check your answers.") =>
  new AppError("invalid", message, { fields });
/** Return `invalid` for a field whose allowed values are offered with the form. */
export const invalidChoice = (field: string, message: string, choices: string[]) =>
  new AppError("invalid", message, { fields: { [field]: [message] }, choices: { [field]: choices } });
export const staleVersion = (current: Record<string, unknown>) =>
  new AppError("stale", "Someone else saved a change while you were editing. Nothing you typed is lost.", {
    current,
  });
