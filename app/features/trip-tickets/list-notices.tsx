import { Notice } from "~/ui/parts";

/** What a list of very many loads cannot do, and how it is narrowed down (decision 007). */
export function ListNotices({ sortable, looked }: { sortable: boolean; looked: number | null }) {
  return (
    <>
      {sortable ? null : (
        <Notice>
          <p>
            More than 1,000 loads match, so they're sorted by last change. Narrow the list to sort another
            way.
          </p>
        </Notice>
      )}
      {looked ? (
        <Notice tone="warn">
          <p>
            These are the matches among the last {looked.toLocaleString("en-US")} loads that changed. Filter
            by job, destination or dates to find older ones.
          </p>
        </Notice>
      ) : null}
    </>
  );
}
