import { getExportFile } from "~/features/exports/exports.server";
import { storedFileResponse } from "~/features/exports/file-answer.server";
import { createBytesLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";

export const loader = createBytesLoader(
  async (args) => {
    const id = parseId(args.params.runId);
    const file = await callProcedure(getExportFile, await createContext(args), { id });
    return storedFileResponse(args.request, file).catch((error: unknown) => {
      throw toErrorResponse(error);
    });
  },
  { forbidden: () => paths.export() },
);
