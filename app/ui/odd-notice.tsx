import { Notice } from "./parts";

/** Warnings about a submitted form, which is saved only after the user presses "Save anyway". */
export function InputWarnings({ words }: { words: readonly string[] }) {
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

/** Button that saves a form despite its warnings. */
export const SaveAnywayButton = () => (
  <button type="submit" className="button" name="save_anyway" value="on">
    Save anyway
  </button>
);
