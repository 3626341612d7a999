import { data } from "@remix-run/node";
import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { formatFilterValue, formatUnreadableFilter } from "~/lib/text/unreadable-filter";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { readProductionFile } from "../data/file.server";
import { parseProductionQuery } from "../rules/query";

/** Export the page's report as CSV. */
export const loader = createFileLoader(async (args) => {
  const { input, unreadable } = parseProductionQuery(args.request.url);
  if (unreadable.length)
    throw data(
      {
        message: formatUnreadableFilter(unreadable.map(({ label, text }) => formatFilterValue(label, text))),
      },
      { status: 422 },
    );
  return buildStreamResponse(await callProcedure(readProductionFile, await createContext(args), input));
});
