/** Parameters of a call: Stripe's forms, `line_items[0][price]=…`, parsed into nested values. */
export type Sent = { [name: string]: string | Sent };

/** A call that Stripe would refuse, with its code and status. */
export class Wrong extends Error {
  override readonly name = "Wrong";
  constructor(
    message: string,
    readonly code: string | null = null,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** Read a form, or the query of an address. */
export function readSent(text: string): Sent {
  const all: Sent = {};
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

/** Refuse names that a call doesn't know, as Stripe does: a misspelled one must not pass unseen. */
export function knows(sent: Sent, names: readonly string[]): void {
  for (const name of Object.keys(sent))
    if (!names.includes(name)) throw new Wrong(`Received unknown parameter: ${name}`, "parameter_unknown");
}

export const textOf = (sent: Sent, name: string): string | null => {
  const value = sent[name];
  return typeof value === "string" && value !== "" ? value : null;
};
export function need(sent: Sent, name: string): string {
  const value = textOf(sent, name);
  if (value === null) throw new Wrong(`Missing required param: ${name}.`, "parameter_missing");
  return value;
}
export const inside = (sent: Sent, name: string): Sent => {
  const value = sent[name];
  return typeof value === "object" ? value : {};
};
export const partsOf = (sent: Sent, name: string): Sent[] =>
  Object.values(inside(sent, name)).filter((part): part is Sent => typeof part === "object");
/** A map of strings to strings, like metadata. */
export const wordsOf = (sent: Sent, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inside(sent, name)).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value]] : [],
    ),
  );
