import { count } from "~/domain/text/text";
import type { Head } from "~/ui/naming";
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

/** What stands above an import's pages: what was sent, when, for which job; on its own page what else can be done. */
export function headOfImport(page: Named, own = false): Head {
  const name = page.file_name ?? "Pasted rows";
  return {
    name,
    lede: [page.job?.name, count(page.rows, "row"), page.created.text].filter(Boolean).join(" · "),
    actions: own ? (
      <>
        <ButtonLink href={paths.importColumns(page.id)}>Columns</ButtonLink>{" "}
        {page.loads ? null : <ButtonLink href={paths.importRemoval(page.id)}>Delete</ButtonLink>}
      </>
    ) : null,
  };
}
