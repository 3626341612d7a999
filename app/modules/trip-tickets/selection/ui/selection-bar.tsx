import "~/styles/bulk.css";
import { formatCount } from "~/lib/text/text";
import { paths } from "~/web/paths";
import { SELECTION_FORM_ID } from "../../list/ui/ticket-table";

/**
 * Bar below the list with the selection. The checkboxes of the list belong to the bar's first form. CSS alone hides the
 * bar before the first check and counts the checked boxes. Each button submits the checked boxes, then opens the chosen
 * action or the same list page.
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
  /** Haulers that can be assigned to this page's loads in one submit. */
  haulers: readonly { value: number; label: string }[];
  seen_at: string;
}) {
  const hidden = <input type="hidden" name="back" value={back} />;
  const elsewhere = picked - here;
  return (
    <section className={picked ? "bulkbar" : "bulkbar idle"} aria-label="Selection">
      {shown.length ? (
        <form method="post" action={paths.selection} id={SELECTION_FORM_ID} data-pick="" className="row">
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
