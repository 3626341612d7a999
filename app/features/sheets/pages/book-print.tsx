import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlankSheet } from "~/features/sheets/blank-sheet";
import { getBookPaper } from "~/features/sheets/paper.server";
import { PaperBar, readPaper } from "~/features/trip-tickets/paper-bar";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Blank sheets" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = { job_id: idOf(args.params.jobId), book_id: idOf(args.params.bookId) };
  const book = await call(getBookPaper, await context(args), input);
  return { ...input, book, paper: readPaper(args.request.url) };
}

export default function Print() {
  const { job_id, book_id, book, paper } = useLoaderData<typeof loader>();
  return (
    <main>
      <PaperBar
        back={paths.sheetBook(job_id, book_id)}
        here={paths.sheetBookPrint(job_id, book_id)}
        query=""
        paper={paper}
      />
      {book.sheets.map((sheet) => (
        <BlankSheet key={sheet.id} job={book.job} sheet={sheet} paper={paper} />
      ))}
    </main>
  );
}
