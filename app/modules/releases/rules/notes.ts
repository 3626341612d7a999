/** Maximum number of notes in a release. */
export const MAX_NOTES = 20;
const MAX_TITLE_LENGTH = 120;

export type ReleaseNote = { title: string; description: string };

/** Parse notes as typed: an empty line separates two notes, and the first line of each is its title. */
export function parseReleaseNotes(text: string): ReleaseNote[] {
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

/** Problem with release notes as typed, as a message; null if there is none. */
export function getNotesProblem(text: string): string | null {
  const notes = parseReleaseNotes(text);
  if (notes.length === 0) return "Write what's new";
  if (notes.length > MAX_NOTES) return `Write ${MAX_NOTES} notes at most`;
  for (const { title, description } of notes) {
    if (title.length > MAX_TITLE_LENGTH)
      return `A title can be at most ${MAX_TITLE_LENGTH} characters: "${title.slice(0, 40)}…"`;
    if (!description) return `Say what "${title.slice(0, 60)}" is about on the line below it`;
  }
  return null;
}
