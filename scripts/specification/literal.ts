/** Something that a specification words literally, and where the program says it. */
export type Literal = {
  /** The specification (1 or 2) and its section. */
  section: string;
  /** As specified, with placeholders in braces. */
  words: string;
  /** The start of the path of a file that must use it, for words that appear in many places. */
  at?: string;
  /** The strings that the program puts together to say it, where it is not one string. */
  parts?: readonly string[];
  /** What it waits for: a part of the product that is not built yet. */
  later?: string;
  /** Why nothing says it. */
  never?: string;
};

type Facts = Omit<Literal, "section" | "words">;
/** Words of a section that are said alike. */
export const said = (section: string, words: readonly string[], facts: Facts = {}): Literal[] =>
  words.map((word) => ({ section, words: word, ...facts }));

const REQUIRED = "… is required";
/** A field's label, and that it is required. */
export const required = (section: string, labels: readonly string[], instant: string): Literal[] =>
  labels.map((label) => ({ section, words: `${label} is required`, parts: [label, REQUIRED], at: instant }));
