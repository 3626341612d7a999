import { streamResponse } from "~/core/files/stream-answer.server";
import { readProductionFile } from "~/features/production/file.server";
import { parseProductionQuery } from "~/features/production/query";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, toErrorResponse } from "~/web/form-action.server";
import { invalid } from "~/web/refusal";

/** Export the page's report as separated values. */
export const loader = createBytesLoader(async (args) => {
  const { input, unreadable } = parseProductionQuery(args.request.url);
  if (unreadable.length)
    throw toErrorResponse(
      invalid(
        Object.fromEntries(unreadable.map(({ name, text }) => [name, [`We couldn't read this: ${text}`]])),
      ),
    );
  return streamResponse(await callProcedure(readProductionFile, await createContext(args), input));
});
