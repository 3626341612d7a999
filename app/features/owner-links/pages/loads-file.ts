import { streamAnswer } from "~/core/files/stream-answer.server";
import { loadsCsv } from "~/features/owner-links/csv.server";
import { OWNER_HEADERS } from "~/features/owner-links/meta";
import { openOwnerLoads } from "~/features/owner-links/public.server";
import { bytesLoader } from "~/web/bytes.server";
import { openContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** The same loads as a file for a spreadsheet. */
export const loader = bytesLoader(async (args) => {
  const code = (args.params.code ?? "").slice(0, 60);
  const { day, loads } = await call(openOwnerLoads, await openContext(args), { code });
  const answer = streamAnswer({
    name: `loads-${day}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: loadsCsv(loads),
  });
  for (const [name, value] of Object.entries(OWNER_HEADERS)) answer.headers.set(name, value);
  return answer;
});
