import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { parseYear, readYearlyPaymentsFile } from "../data/year.server";

/** Return the payments of a year as CSV. */
export const loader = createFileLoader(async (args) =>
  buildStreamResponse(
    await callProcedure(readYearlyPaymentsFile, await createContext(args), {
      year: parseYear(args.params.year),
    }),
  ),
);
