import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { Icon } from "~/ui/icon";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getBook } from "../shared/sheets.server";
import { SheetTable } from "../ui/books";

export const meta: MetaFunction = () => [{ title: "Book of sheets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = { job_id: parseId(args.params.jobId), book_id: parseId(args.params.bookId) };
  return { book: await callProcedure(getBook, await createContext(args), input) };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/sheets/:bookId": ({ book }) =>
    book.sheets.length
      ? `#${book.sheets[0]?.trip_ticket_number} to #${book.sheets.at(-1)?.trip_ticket_number}`
      : null,
});

export default function Book() {
  const { book } = useLoaderData<typeof loader>();
  const waiting = book.sheets.filter((sheet) => !sheet.trip_ticket_id && !sheet.voided).length;
  return (
    <>
      <PageHead
        title={`Book of ${formatCount(book.sheets.length, "sheet")}`}
        lede={<a href={paths.sheetBooks(book.job.id)}>Blank sheets</a>}
        actions={
          waiting ? (
            <ButtonLink href={paths.sheetBookPrint(book.job.id, book.id)} tone="primary">
              <Icon name="print" /> Print {formatCount(waiting, "sheet")}
            </ButtonLink>
          ) : null
        }
      />
      <SheetTable book={book} />
    </>
  );
}
