import type { ActionFunctionArgs } from "@remix-run/node";
import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";
import { wakeExports } from "~/features/exports/runs.server";

const serve = restHandler(CALLS["/api/trip-tickets/export"]);

export const loader = serve;
/** Answered at once; the file is written after. */
export async function action(args: ActionFunctionArgs) {
  const answer = await serve(args);
  wakeExports();
  return answer;
}
