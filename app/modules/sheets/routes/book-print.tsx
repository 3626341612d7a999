import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperBar, parsePaperSize } from "~/modules/trip-tickets/shared/paper-bar";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getBookPaper } from "../data/paper.server";
import { BlankSheet } from "../ui/blank-sheet";

export const meta: MetaFunction = () => [{ title: "Blank sheets" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = { job_id: parseId(args.params.jobId), book_id: parseId(args.params.bookId) };
  const book = await callProcedure(getBookPaper, await createContext(args), input);
  return { ...input, book, paper: parsePaperSize(args.request.url) };
}

export default function BookPrint() {
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
