import { Notice } from "./parts";

/** Warnings about a form that was sent; it is saved once the user presses "Save anyway". */
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

/** Button that confirms the warnings. */
export const SaveAnyway = () => (
  <button type="submit" className="button" name="save_anyway" value="on">
    Save anyway
  </button>
);
