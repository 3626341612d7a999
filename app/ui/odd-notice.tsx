import { Notice } from "./parts";

/** What looks odd in a form that was sent; it is saved once somebody presses "Save anyway". */
export function OddNotice({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <Notice tone="warn" title="Check this before you save">
      <ul>
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The button that confirms what looks odd. */
export const SaveAnyway = () => (
  <button type="submit" className="button" name="save_anyway" value="on">
    Save anyway
  </button>
);
