import { exportEudr } from "~/features/eudr/eudr.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";

/** The EUDR file, to be saved. */
export const loader = bytesLoader(async (args) => {
  const file = await call(exportEudr, await context(args), { id: idOf(args.params.jobId) });
  return new Response(file.geojson, {
    headers: {
      "Content-Type": "application/geo+json",
      "Content-Disposition": `attachment; filename="${file.file_name}"`,
      "Cache-Control": "private, no-store",
    },
  });
});
