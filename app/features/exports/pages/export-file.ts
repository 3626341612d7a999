import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamAnswer } from "~/core/files/stream-answer.server";
import { readExport } from "~/features/exports/exports.server";
import { COLUMN_CHOICES, KIND_NAMES } from "~/features/exports/kinds";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** The bytes of a short export, written while they are fetched. */
export async function loader(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams;
  const input = {
    query: params.get("query")?.slice(0, 4000) ?? "",
    kind: KIND_NAMES.find((kind) => kind === params.get("kind")) ?? "csv",
    columns: COLUMN_CHOICES.find((choice) => choice === params.get("columns")) ?? "standard",
  };
  return streamAnswer(await call(readExport, await context(args), input));
}
