/** A release has so many notes at most. */
export const MOST_NOTES = 20;
const MOST_TITLE = 120;

export type ReleaseNote = { title: string; description: string };

/** Notes as they are typed: an empty line between two, the first line of each is its title. */
export function readNotes(text: string): ReleaseNote[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [title = "", ...rest] = part.split("\n");
      return { title: title.trim(), description: rest.join("\n").trim() };
    });
}

/** What is wrong with notes as they are typed, in words; null if nothing is. */
export function notesProblem(text: string): string | null {
  const notes = readNotes(text);
  if (notes.length === 0) return "Write what's new";
  if (notes.length > MOST_NOTES) return `Write ${MOST_NOTES} notes at most`;
  for (const { title, description } of notes) {
    if (title.length > MOST_TITLE)
      return `A title can be at most ${MOST_TITLE} characters: "${title.slice(0, 40)}…"`;
    if (!description) return `Say what "${title.slice(0, 60)}" is about on the line below it`;
  }
  return null;
}
