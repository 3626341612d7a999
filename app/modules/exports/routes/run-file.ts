import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getExportFile } from "../data/exports.server";
import { buildStoredFileResponse } from "../data/file-answer.server";

export const loader = createFileLoader(
  async (args) => {
    const id = parseId(args.params.runId);
    const file = await callProcedure(getExportFile, await createContext(args), { id });
    return buildStoredFileResponse(args.request, file).catch((error: unknown) => {
      throw toErrorResponse(error);
    });
  },
  { forbidden: () => paths.export() },
);
