/** Fixed text that users and programs rely on, and the part of the program that uses it. */
export type Literal = {
  /** Group of texts: 1.x about jobs and tickets, 2.x about companies and people. */
  section: string;
  /** The exact text, with placeholders in braces. */
  words: string;
  /** Beginning of the path of a file that must use the text; needed if the text occurs in many files. */
  at?: string;
  /** Strings from which the program composes the text, if it isn't one string. */
  parts?: readonly string[];
  /** Part of the product that needs the text and isn't built yet. */
  later?: string;
  /** Reason that the program doesn't use the text. */
  never?: string;
};

type Facts = Omit<Literal, "section" | "words">;
/** Create literals for the texts of a section, all with the same properties. */
export const createLiterals = (section: string, words: readonly string[], facts: Facts = {}): Literal[] =>
  words.map((word) => ({ section, words: word, ...facts }));

const REQUIRED = "… is required";
/** Create literals for the message that a field is required, by field label. */
export const createRequiredLiterals = (
  section: string,
  labels: readonly string[],
  instant: string,
): Literal[] =>
  labels.map((label) => ({ section, words: `${label} is required`, parts: [label, REQUIRED], at: instant }));
