import { streamResponse } from "~/core/files/stream-answer.server";
import { readExport } from "~/features/exports/exports.server";
import { COLUMN_CHOICES, KIND_NAMES } from "~/features/exports/kinds";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";

function asked(url: string) {
  const params = new URL(url).searchParams;
  return {
    query: params.get("query")?.slice(0, 4000) ?? "",
    kind: KIND_NAMES.find((kind) => kind === params.get("kind")) ?? "csv",
    columns: COLUMN_CHOICES.find((choice) => choice === params.get("columns")) ?? "standard",
  };
}

/**
 * Bytes of a short export, written while they are downloaded; for a company without exports, what is needed to get
 * them.
 */
export const loader = createBytesLoader(
  async (args) =>
    streamResponse(await callProcedure(readExport, await createContext(args), asked(args.request.url))),
  { forbidden: ({ url }) => paths.export(asked(url).query) },
);
