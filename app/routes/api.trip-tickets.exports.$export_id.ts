import type { LoaderFunctionArgs } from "@remix-run/node";
import { CALLS } from "~/api/calls.server";
import { restHandler } from "~/api/rest.server";
import { wakeWork } from "~/core/work/waking.server";

const serve = restHandler(CALLS["/api/trip-tickets/exports/{export_id}"]);

/** Asking about an export's progress also keeps it running. */
export async function loader(args: LoaderFunctionArgs) {
  wakeWork();
  return serve(args);
}
export const action = serve;
