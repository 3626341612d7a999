import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiContext, refusalJson } from "~/api/rest.server";
import { getExportFile } from "~/features/exports/exports.server";
import { storedAnswer } from "~/features/exports/file-answer.server";
import { perform } from "~/web/perform.server";
import { missing } from "~/web/refusal";

/** A finished export's bytes for API keys; the answer about the run gives the address. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    const ctx = await apiContext(args);
    const id = Number(args.params.export_id);
    if (!Number.isSafeInteger(id) || id <= 0) throw missing();
    return await storedAnswer(args.request, await perform(getExportFile, ctx, { id }));
  } catch (error) {
    return refusalJson(error, args);
  }
}
