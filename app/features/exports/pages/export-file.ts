import { streamAnswer } from "~/core/files/stream-answer.server";
import { readExport } from "~/features/exports/exports.server";
import { COLUMN_CHOICES, KIND_NAMES } from "~/features/exports/kinds";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call } from "~/web/respond.server";

function asked(url: string) {
  const params = new URL(url).searchParams;
  return {
    query: params.get("query")?.slice(0, 4000) ?? "",
    kind: KIND_NAMES.find((kind) => kind === params.get("kind")) ?? "csv",
    columns: COLUMN_CHOICES.find((choice) => choice === params.get("columns")) ?? "standard",
  };
}

/** The bytes of a short export, written while they are fetched; where the company has no exports, what is needed for them. */
export const loader = bytesLoader(
  async (args) => streamAnswer(await call(readExport, await context(args), asked(args.request.url))),
  { forbidden: ({ url }) => paths.export(asked(url).query) },
);
