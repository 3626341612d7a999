import { streamResponse } from "~/core/files/stream-answer.server";
import { parseYear, readPayYearFile } from "~/features/pay-statements/year.server";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";

/** Return what was paid in a year, as CSV. */
export const loader = createBytesLoader(async (args) =>
  streamResponse(
    await callProcedure(readPayYearFile, await createContext(args), { year: parseYear(args.params.year) }),
  ),
);
