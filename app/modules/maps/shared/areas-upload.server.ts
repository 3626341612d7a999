import { z } from "zod";
import { MAX_MEGABYTES, tooLargeMessage } from "~/lib/files/file-sizes";
import { FILE_REQUIRED } from "~/lib/files/store-upload.server";
import { getUpload } from "~/lib/files/upload.server";
import { type JobLocation, toEditorFields } from "~/lib/geo/location";
import { invalid } from "~/web/refusal";
import { readSentAreas } from "../data/sent-areas.server";
import { packReport } from "../rules/areas-report";

/** File types offered by the file chooser; the actual format is detected from the file's content. */
export const AREAS_ACCEPT = ".zip,.geojson,.json,.kml,.kmz,.gpx";

/** The field of a form that sends a file of areas. */
export const areasFileField = z.string(FILE_REQUIRED).max(200);
export const AREAS_UPLOAD = { field: "areas_file", needed: FILE_REQUIRED, megabytes: MAX_MEGABYTES.areas };
export const AREAS_HINT = `A zipped shapefile (.shp, .dbf, .prj), GeoJSON, KML, KMZ or GPX, up to ${MAX_MEGABYTES.areas}MB`;

/** Areas of a file as the editor's fields, for a page that requires a confirmation before they are saved. */
export function valuesOfFile(place: JobLocation, report: string): Record<string, string> {
  const { method, ...fields } = toEditorFields(place, "import");
  return { location_method: method, ...fields, file: report };
}

/**
 * Read the areas of a sent file, with a report of what was repaired or left out (`packReport`). A file that can't be read is
 * refused on the field, in words.
 */
export async function readUploadedAreas(sent: string, account: string) {
  const upload = getUpload(sent);
  if (!upload) throw invalid({ areas_file: [FILE_REQUIRED] });
  if (upload.bytes > MAX_MEGABYTES.areas * 1024 * 1024)
    throw invalid({ areas_file: [tooLargeMessage(MAX_MEGABYTES.areas)] });
  const read = await readSentAreas(upload.path, upload.file_name, account);
  if (read.geom === null) throw invalid({ areas_file: [read.message] });
  return { geom: read.geom, report: packReport(read.report) };
}
