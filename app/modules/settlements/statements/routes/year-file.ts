import { streamResponse } from "~/lib/files/stream-answer.server";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { parseYear, readPayYearFile } from "../data/year.server";

/** Return what was paid in a year, as CSV. */
export const loader = createBytesLoader(async (args) =>
  streamResponse(
    await callProcedure(readPayYearFile, await createContext(args), { year: parseYear(args.params.year) }),
  ),
);
