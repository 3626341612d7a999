import { z } from "zod";
import { formatTooLargeMessage, MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { FILE_REQUIRED_MESSAGE } from "~/lib/files/store-upload.server";
import { getUpload } from "~/lib/files/upload.server";
import { type JobLocation, toEditorFields } from "~/lib/geo/location";
import { invalid } from "~/web/refusal";
import { readAreasInSandbox } from "../data/sent-areas.server";
import { encodeAreasReport } from "../rules/areas-report";

/** File types offered by the file chooser; the actual format is detected from the file's content. */
export const AREAS_FILE_TYPES = ".zip,.geojson,.json,.kml,.kmz,.gpx";

/** Form field that uploads a file of areas. */
export const areasFileField = z.string(FILE_REQUIRED_MESSAGE).max(200);
export const AREAS_UPLOAD = {
  field: "areas_file",
  needed: FILE_REQUIRED_MESSAGE,
  megabytes: MAX_UPLOAD_MEGABYTES.areas,
};
export const AREAS_HINT = `A zipped shapefile (.shp, .dbf, .prj), GeoJSON, KML, KMZ or GPX, up to ${MAX_UPLOAD_MEGABYTES.areas}MB`;

/** Convert the areas of a file to the editor's form fields, for a page that asks for confirmation before saving them. */
export function toAreasFormValues(place: JobLocation, report: string): Record<string, string> {
  const { method, ...fields } = toEditorFields(place, "import");
  return { location_method: method, ...fields, file: report };
}

/**
 * Read the areas of an uploaded file, with a report of what was repaired or left out (`encodeAreasReport`). An unreadable file
 * is refused with a message at its field.
 */
export async function readUploadedAreas(sent: string, account: string) {
  const upload = getUpload(sent);
  if (!upload) throw invalid({ areas_file: [FILE_REQUIRED_MESSAGE] });
  if (upload.bytes > MAX_UPLOAD_MEGABYTES.areas * 1024 * 1024)
    throw invalid({ areas_file: [formatTooLargeMessage(MAX_UPLOAD_MEGABYTES.areas)] });
  const read = await readAreasInSandbox(upload.path, upload.file_name, account);
  if (read.geom === null) throw invalid({ areas_file: [read.message] });
  return { geom: read.geom, report: encodeAreasReport(read.report) };
}
