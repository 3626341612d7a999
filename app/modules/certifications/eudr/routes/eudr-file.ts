import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { exportEudr } from "../data/eudr.server";

/** Download the EUDR file. */
export const loader = createFileLoader(async (args) => {
  const file = await callProcedure(exportEudr, await createContext(args), { id: parseId(args.params.jobId) });
  return new Response(file.geojson, {
    headers: {
      "Content-Type": "application/geo+json",
      "Content-Disposition": `attachment; filename="${file.file_name}"`,
      "Cache-Control": "private, no-store",
    },
  });
});
