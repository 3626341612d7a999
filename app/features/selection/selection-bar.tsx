import { count } from "~/domain/text/text";
import { PICKING } from "~/features/trip-tickets/ticket-table";
import { paths } from "~/web/paths";

/**
 * What is picked, at the foot of the list: the boxes of its page belong to the first form. Each button is a post that
 * leads back to the same page of the list.
 */
export function SelectionBar({
  shown,
  picked,
  total,
  capped,
  back,
}: {
  shown: readonly number[];
  picked: number;
  total: number;
  capped: boolean;
  back: string;
}) {
  const hidden = <input type="hidden" name="back" value={back} />;
  return (
    <section className="bulkbar" aria-label="Selection">
      {shown.length ? (
        <form method="post" action={paths.selection} id={PICKING} data-pick="">
          {hidden}
          <input type="hidden" name="shown" value={shown.join(",")} />
          <button type="submit" className="button">
            Update selection
          </button>
        </form>
      ) : null}
      <form method="post" action={paths.selectionAll}>
        {hidden}
        <input type="hidden" name="sure" value="yes" />
        <button type="submit" className="button">
          {capped ? "Select all matching" : `Select all ${count(total, "matching", "matching")}`}
        </button>
      </form>
      {picked ? (
        <>
          <form method="post" action={paths.selectionClearing}>
            {hidden}
            <input type="hidden" name="sure" value="yes" />
            <button type="submit" className="button quiet">
              Clear
            </button>
          </form>
          <a className="button primary" href={paths.selection}>
            {count(picked, "selected ticket")}
          </a>
        </>
      ) : (
        <span className="soft small">No loads selected</span>
      )}
    </section>
  );
}
