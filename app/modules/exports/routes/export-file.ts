import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { downloadShortExport } from "../data/exports.server";
import { COLUMN_CHOICES, EXPORT_KIND_KEYS } from "../rules/kinds";

function asked(url: string) {
  const params = new URL(url).searchParams;
  return {
    query: params.get("query")?.slice(0, 4000) ?? "",
    kind: EXPORT_KIND_KEYS.find((kind) => kind === params.get("kind")) ?? "csv",
    columns: COLUMN_CHOICES.find((choice) => choice === params.get("columns")) ?? "standard",
  };
}

/**
 * Return the bytes of a short export, written during the download. A company without exports is redirected to the
 * export page, which shows how to get them.
 */
export const loader = createFileLoader(
  async (args) =>
    buildStreamResponse(
      await callProcedure(downloadShortExport, await createContext(args), asked(args.request.url)),
    ),
  { forbidden: ({ url }) => paths.export(asked(url).query) },
);
