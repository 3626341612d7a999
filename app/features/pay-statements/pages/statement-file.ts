import { streamResponse } from "~/core/files/stream-answer.server";
import { FILES, readPayStatementFile } from "~/features/pay-statements/statement.server";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";

/** Return a statement as a file: PDF unless the URL names another type. */
export const loader = createBytesLoader(async (args) => {
  const searchParam = new URL(args.request.url).searchParams.get("as");
  const as = FILES.find((kind) => kind === searchParam) ?? "pdf";
  return streamResponse(
    await callProcedure(readPayStatementFile, await createContext(args), {
      id: parseId(args.params.statementId),
      as,
    }),
  );
});
