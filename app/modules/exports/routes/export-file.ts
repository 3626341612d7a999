import { streamResponse } from "~/lib/files/stream-answer.server";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { readExport } from "../data/exports.server";
import { COLUMN_CHOICES, KIND_NAMES } from "../rules/kinds";

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
