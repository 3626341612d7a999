/** Why a procedure did not do what was asked. Each kind answers with one HTTP status. */
export const REFUSAL_STATUS = {
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

export type RefusalKind = keyof typeof REFUSAL_STATUS;

export type FieldErrors = Record<string, string[]>;

export type RefusalFacts = {
  /** invalid: messages by field name, in the input's dotted names. */
  fields?: FieldErrors;
  /** invalid: the answers that a field may have, by its name, where only the sent file tells them. */
  choices?: Record<string, string[]>;
  /** invalid: what a sent file says, as values of the form's fields, so that it needn't be sent again. */
  values?: Record<string, string>;
  /** stale: the row as it is saved now. */
  current?: Record<string, unknown>;
  /** alreadySent: what the first sending made. */
  result?: unknown;
  /** tooMany, unavailable: seconds after which to try again. */
  retryAfter?: number;
};

/** The only thing that a procedure throws on purpose. Adapters turn it into a page or an API answer. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly kind: RefusalKind,
    message: string,
    readonly facts: RefusalFacts = {},
  ) {
    super(message);
  }
  get status(): number {
    return REFUSAL_STATUS[this.kind];
  }
}

/** The specs' word for a failure without one of its own. */
export const SORRY = "Sorry, an error occurred";

/** Why a person is refused whose crew lacks the flag. */
export const NO_FLAG = "Your crew doesn't have this permission. An admin of your company can give it.";

/** Why a person is refused who typed their password too long ago for what they change. */
export const PASSWORD_AGAIN =
  "Sign in again to change this: it has been a while since you typed your password.";

export const missing = (what = "This page doesn't exist, or you don't have access to it.") =>
  new Refusal("missing", what);
export const forbidden = (why: string) => new Refusal("forbidden", why);
export const notNow = (why: string) => new Refusal("notNow", why);
export const invalid = (fields: FieldErrors, message = "Please check your answers.") =>
  new Refusal("invalid", message, { fields });
/** `invalid` for a field whose possible answers are offered with the form. */
export const invalidChoice = (field: string, message: string, choices: string[]) =>
  new Refusal("invalid", message, { fields: { [field]: [message] }, choices: { [field]: choices } });
export const stale = (current: Record<string, unknown>) =>
  new Refusal("stale", "Someone else saved a change while you were editing. Nothing you typed is lost.", {
    current,
  });
