import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { writeLoadsCsv } from "../data/csv.server";
import { streamOwnerLoads } from "../data/public.server";
import { OWNER_HEADERS } from "../rules/meta";

/** Return the loads of the land owner's page as a spreadsheet file. */
export const loader = createFileLoader(async (args) => {
  const code = (args.params.code ?? "").slice(0, 60);
  const { day, zone, loads } = await callProcedure(streamOwnerLoads, await createOpenContext(args), { code });
  const answer = buildStreamResponse({
    name: `loads-${day}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: writeLoadsCsv(loads, zone),
  });
  for (const [name, value] of Object.entries(OWNER_HEADERS)) answer.headers.set(name, value);
  return answer;
});
