import { Notice } from "./parts";

/** Label of the button for a form that changes what earlier loads pay. */
export const SAVE_AND_CHANGE = "Save, and change these loads";

/** Changes to existing loads: shown, and sent back by the press that confirms them. */
export function MovesField({ moves, button }: { moves: string | null; button?: string }) {
  if (moves === null) return null;
  return (
    <Notice tone="warn" title={moves}>
      <input type="hidden" name="moves" value={moves} />
      {button ? (
        <>
          <p>Nothing is saved yet.</p>
          <button type="submit" className="button primary">
            {button}
          </button>
        </>
      ) : null}
    </Notice>
  );
}
