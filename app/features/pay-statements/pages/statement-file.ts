import { streamAnswer } from "~/core/files/stream-answer.server";
import { FILES, readPayStatementFile } from "~/features/pay-statements/statement.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";

/** A statement as a file: PDF unless the address says another kind. */
export const loader = bytesLoader(async (args) => {
  const wanted = new URL(args.request.url).searchParams.get("as");
  const as = FILES.find((kind) => kind === wanted) ?? "pdf";
  return streamAnswer(
    await call(readPayStatementFile, await context(args), { id: idOf(args.params.statementId), as }),
  );
});
