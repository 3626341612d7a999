import { streamAnswer } from "~/core/files/stream-answer.server";
import { readAsked } from "~/features/production/asked";
import { readProductionFile } from "~/features/production/file.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** What the page shows, as separated values. */
export const loader = bytesLoader(async (args) => {
  const { input } = readAsked(new URL(args.request.url).searchParams);
  return streamAnswer(await call(readProductionFile, await context(args), input));
});
