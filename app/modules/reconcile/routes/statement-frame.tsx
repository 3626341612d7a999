import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { ButtonLink, NestedHeadings, PageHead } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { loader as statementLoader } from "./statement";
import type { loader as columnsLoader } from "./statement-columns";

/** Frame with the heading of one statement, using data from the statement page or the column mapping page. */
export default function StatementFrame() {
  const read = useRouteLoaderData<typeof statementLoader>("/trip-tickets/reconcile/:statementId");
  const mapping = useRouteLoaderData<typeof columnsLoader>("/trip-tickets/reconcile/:statementId/columns");
  const statement = (read ?? mapping)?.statement;
  return (
    <>
      {statement ? (
        <PageHead
          title={`Statement of ${statement.mill}`}
          lede={[statement.file_name, statement.created.text].filter(Boolean).join(" · ")}
          actions={read ? <ButtonLink href={paths.statementColumns(statement.id)}>Columns</ButtonLink> : null}
        />
      ) : null}
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
