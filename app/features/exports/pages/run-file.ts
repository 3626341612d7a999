import type { LoaderFunctionArgs } from "@remix-run/node";
import { getExportFile } from "~/features/exports/exports.server";
import { storedAnswer } from "~/features/exports/file-answer.server";
import { context } from "~/web/context.server";
import { asPage, call, idOf } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.runId);
  const file = await call(getExportFile, await context(args), { id });
  return storedAnswer(args.request, file).catch((error: unknown) => {
    throw asPage(error);
  });
}
