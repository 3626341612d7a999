import type { ActionFunctionArgs } from "@remix-run/node";
import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";
import { wakeWork } from "~/core/work/waking.server";

const serve = restHandler(CALLS["/api/trip-tickets/export"]);

export const loader = serve;
/** Answered at once; the file is written after. */
export async function action(args: ActionFunctionArgs) {
  const answer = await serve(args);
  wakeWork();
  return answer;
}
