/** Literal text that users and programs rely on, and the place in the program that uses it. */
export type Literal = {
  /** Group of texts: 1.x about jobs and tickets, 2.x about companies and people. */
  section: string;
  /** The exact text, with placeholders in braces. */
  words: string;
  /** The start of the path of a file that must use it, for words that appear in many places. */
  at?: string;
  /** Strings that the program joins to produce it, if it is not one string. */
  parts?: readonly string[];
  /** The part of the product that it depends on and that is not built yet. */
  later?: string;
  /** Reason that nothing uses it. */
  never?: string;
};

type Facts = Omit<Literal, "section" | "words">;
/** Texts of a section with the same facts. */
export const said = (section: string, words: readonly string[], facts: Facts = {}): Literal[] =>
  words.map((word) => ({ section, words: word, ...facts }));

const REQUIRED = "… is required";
/** A field's label, and that it is required. */
export const required = (section: string, labels: readonly string[], instant: string): Literal[] =>
  labels.map((label) => ({ section, words: `${label} is required`, parts: [label, REQUIRED], at: instant }));
