import { streamAnswer } from "~/core/files/stream-answer.server";
import { readPayYearFile, yearOf } from "~/features/pay-statements/year.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** What was paid in a year, as separated values. */
export const loader = bytesLoader(async (args) =>
  streamAnswer(await call(readPayYearFile, await context(args), { year: yearOf(args.params.year) })),
);
