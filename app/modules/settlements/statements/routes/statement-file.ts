import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { readPayStatementFile, STATEMENT_FILE_TYPES } from "../data/statement.server";

/** Return a statement as a file: PDF unless the URL names another type. */
export const loader = createFileLoader(async (args) => {
  const searchParam = new URL(args.request.url).searchParams.get("as");
  const as = STATEMENT_FILE_TYPES.find((kind) => kind === searchParam) ?? "pdf";
  return buildStreamResponse(
    await callProcedure(readPayStatementFile, await createContext(args), {
      id: parseId(args.params.statementId),
      as,
    }),
  );
});
