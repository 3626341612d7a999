/** Parameters of a call: Stripe's form encoding, `line_items[0][price]=…`, parsed into nested values. */
export type CallParameters = { [name: string]: string | CallParameters };

/** Error for a call that Stripe would refuse, with its code and status. */
export class RefusedCallError extends Error {
  override readonly name = "Wrong";
  constructor(
    message: string,
    readonly code: string | null = null,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** Parse a form body or a query string. */
export function parseCallParameters(text: string): CallParameters {
  const all: CallParameters = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let sent = all;
    path.forEach((part, i) => {
      if (i === path.length - 1) {
        sent[part] = value;
        return;
      }
      const next = sent[part];
      const inner = typeof next === "object" ? next : {};
      sent[part] = inner;
      sent = inner;
    });
  }
  return all;
}

/** Refuse unknown parameter names, as Stripe does, so that a misspelled name is noticed. */
export function refuseUnknownParams(sent: CallParameters, names: readonly string[]): void {
  for (const name of Object.keys(sent))
    if (!names.includes(name))
      throw new RefusedCallError(`Received unknown parameter: ${name}`, "parameter_unknown");
}

export const getTextParam = (sent: CallParameters, name: string): string | null => {
  const value = sent[name];
  return typeof value === "string" && value !== "" ? value : null;
};
export function requireParam(sent: CallParameters, name: string): string {
  const value = getTextParam(sent, name);
  if (value === null) throw new RefusedCallError(`Missing required param: ${name}.`, "parameter_missing");
  return value;
}
export const getNestedParams = (sent: CallParameters, name: string): CallParameters => {
  const value = sent[name];
  return typeof value === "object" ? value : {};
};
export const getParamList = (sent: CallParameters, name: string): CallParameters[] =>
  Object.values(getNestedParams(sent, name)).filter(
    (part): part is CallParameters => typeof part === "object",
  );
/** A map of strings to strings, like metadata. */
export const getStringMap = (sent: CallParameters, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(getNestedParams(sent, name)).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value]] : [],
    ),
  );
