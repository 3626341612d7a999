import "~/styles/bulk.css";
import { formatCount } from "~/lib/text/text";
import { paths } from "~/web/paths";
import { PICKING_PARAM } from "../../list/ui/ticket-table";

/**
 * Bar with the selection, below the list: the checkboxes of its page belong to the first form. Styles alone hide it
 * before the first tick, and count what is ticked. Each button is a post: it saves what is ticked, and leads to the
 * chosen action, or back to the same page of the list.
 */
export function SelectionBar({
  shown,
  here,
  picked,
  total,
  capped,
  back,
  haulers,
  seen_at,
}: {
  shown: readonly number[];
  /** Number of selected tickets on this page. */
  here: number;
  picked: number;
  total: number;
  capped: boolean;
  back: string;
  /** Haulers that can be named on the loads of this page, in one press. */
  haulers: readonly { value: number; label: string }[];
  seen_at: string;
}) {
  const hidden = <input type="hidden" name="back" value={back} />;
  const elsewhere = picked - here;
  return (
    <section className={picked ? "bulkbar" : "bulkbar idle"} aria-label="Selection">
      {shown.length ? (
        <form method="post" action={paths.selection} id={PICKING_PARAM} data-pick="" className="row">
          {hidden}
          <input type="hidden" name="shown" value={shown.join(",")} />
          <span className="ticked">
            selected here{elsewhere ? `, ${elsewhere.toLocaleString("en-US")} elsewhere` : ""}
          </span>{" "}
          {haulers.length && elsewhere === 0 ? (
            <>
              <input type="hidden" name="seen_at" value={seen_at} />
              <label className="sr" htmlFor="bar-hauler">
                Hauler
              </label>
              <select className="input" id="bar-hauler" name="hauler_company_id" defaultValue="">
                <option value="">Choose a hauler</option>
                {haulers.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>{" "}
              <button type="submit" className="button primary" formAction={paths.selectionHauler}>
                Assign hauler
              </button>{" "}
            </>
          ) : null}
          <button type="submit" className="button">
            Update selection
          </button>{" "}
          <button type="submit" className="button" name="next" value="assignment">
            Assign
          </button>{" "}
          <button type="submit" className="button" name="next" value="status">
            Status
          </button>{" "}
          <button type="submit" className="button" name="next" value="print">
            Print
          </button>{" "}
          <button type="submit" className="button" name="next" value="more">
            More
          </button>
        </form>
      ) : null}
      <form method="post" action={paths.selectionAll}>
        {hidden}
        <input type="hidden" name="sure" value="yes" />
        <button type="submit" className="button">
          {capped ? "Select all matching" : `Select all ${formatCount(total, "matching", "matching")}`}
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
          <a href={paths.selection}>{formatCount(picked, "selected ticket")}</a>
        </>
      ) : null}
    </section>
  );
}
