import { formatCount } from "~/lib/text/text";
import type { BreadcrumbHead } from "~/ui/naming";
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

/** Header above an import's pages: its content, time and job; on its own page also the other actions. */
export function getImportHead(page: Named, own = false): BreadcrumbHead {
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
