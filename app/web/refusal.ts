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
} as const;

export type RefusalKind = keyof typeof REFUSAL_STATUS;

export type FieldErrors = Record<string, string[]>;

export type RefusalFacts = {
  /** invalid: messages by field name, in the input's dotted names. */
  fields?: FieldErrors;
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

export const missing = (what = "This page does not exist, or it is not yours to see.") =>
  new Refusal("missing", what);
export const forbidden = (why: string) => new Refusal("forbidden", why);
export const notNow = (why: string) => new Refusal("notNow", why);
export const invalid = (fields: FieldErrors, message = "Some answers need another look.") =>
  new Refusal("invalid", message, { fields });
export const stale = (current: Record<string, unknown>) =>
  new Refusal("stale", "Somebody saved a change while you were editing. Nothing of yours is lost.", {
    current,
  });
