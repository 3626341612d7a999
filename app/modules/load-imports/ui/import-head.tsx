import { formatCount } from "~/lib/text/text";
import type { ItemHeader } from "~/ui/naming";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";

type Named = {
  id: number;
  file_name: string | null;
  created: { text: string };
  job: { name: string } | null;
  rows: number;
  loads: number;
};

/** Return the header of an import's pages: its content, time and job; on the import's own page also its other actions. */
export function getImportHeader(page: Named, own = false): ItemHeader {
  const name = page.file_name ?? "Pasted rows";
  return {
    name,
    lede: [page.job?.name, formatCount(page.rows, "row"), page.created.text].filter(Boolean).join(" · "),
    actions: own ? (
      <>
        <ButtonLink href={paths.importColumns(page.id)}>Columns</ButtonLink>{" "}
        {page.loads ? null : <ButtonLink href={paths.importRemoval(page.id)}>Delete</ButtonLink>}
      </>
    ) : null,
  };
}
