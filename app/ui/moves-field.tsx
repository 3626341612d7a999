import { Notice } from "./parts";

/** Button label for a form that changes the amounts of earlier loads. */
export const SAVE_AND_CHANGE_LABEL = "Save, and change these loads";

/** Notice that lists changes to existing loads. Its hidden field is sent back when the user confirms the changes. */
export function LoadChangesField({ moves, button }: { moves: string | null; button?: string }) {
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
