import { streamResponse } from "~/core/files/stream-answer.server";
import { writeLoadsCsv } from "~/features/owner-links/csv.server";
import { OWNER_HEADERS } from "~/features/owner-links/meta";
import { openOwnerLoads } from "~/features/owner-links/public.server";
import { createBytesLoader } from "~/web/bytes.server";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";

/** Return the same loads as a spreadsheet file. */
export const loader = createBytesLoader(async (args) => {
  const code = (args.params.code ?? "").slice(0, 60);
  const { day, zone, loads } = await callProcedure(openOwnerLoads, await createOpenContext(args), { code });
  const answer = streamResponse({
    name: `loads-${day}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: writeLoadsCsv(loads, zone),
  });
  for (const [name, value] of Object.entries(OWNER_HEADERS)) answer.headers.set(name, value);
  return answer;
});
