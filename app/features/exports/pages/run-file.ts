import { getExportFile } from "~/features/exports/exports.server";
import { storedAnswer } from "~/features/exports/file-answer.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { asPage, call, idOf } from "~/web/respond.server";

export const loader = bytesLoader(
  async (args) => {
    const id = idOf(args.params.runId);
    const file = await call(getExportFile, await context(args), { id });
    return storedAnswer(args.request, file).catch((error: unknown) => {
      throw asPage(error);
    });
  },
  { forbidden: () => paths.export() },
);
