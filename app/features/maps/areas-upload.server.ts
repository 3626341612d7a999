import { z } from "zod";
import { FILE_NEEDED } from "~/core/files/store-upload.server";
import { uploadOf } from "~/core/files/upload.server";
import { MAX_MEGABYTES, tooLargeMessage } from "~/domain/files/file-sizes";
import { fieldsOf, type JobLocation } from "~/domain/geo/location";
import { invalid } from "~/web/refusal";
import { packReport } from "./areas-report";
import { readSentAreas } from "./sent-areas.server";

/** What a file chooser offers; what is in a file is found out from the file. */
export const AREAS_ACCEPT = ".zip,.geojson,.json,.kml,.kmz,.gpx";

/** The field of a form that sends a file of areas. */
export const areasFile = z.string(FILE_NEEDED).max(200);
export const AREAS_UPLOAD = { field: "areas_file", needed: FILE_NEEDED, megabytes: MAX_MEGABYTES.areas };
export const AREAS_HINT = `A zipped shapefile (.shp, .dbf, .prj), GeoJSON, KML, KMZ or GPX, up to ${MAX_MEGABYTES.areas}MB`;

/** Areas of a file as the editor's fields, for a page that asks about them before they are saved. */
export function valuesOfFile(place: JobLocation, report: string): Record<string, string> {
  const { method, ...fields } = fieldsOf(place, "import");
  return { location_method: method, ...fields, file: report };
}

/**
 * Read the areas of a sent file, with a report of what was repaired or left out (`packReport`). A file that can't be read is
 * refused on the field, in words.
 */
export async function uploadedAreas(sent: string, account: string) {
  const upload = uploadOf(sent);
  if (!upload) throw invalid({ areas_file: [FILE_NEEDED] });
  if (upload.bytes > MAX_MEGABYTES.areas * 1024 * 1024)
    throw invalid({ areas_file: [tooLargeMessage(MAX_MEGABYTES.areas)] });
  const read = await readSentAreas(upload.path, upload.file_name, account);
  if (read.geom === null) throw invalid({ areas_file: [read.message] });
  return { geom: read.geom, report: packReport(read.report) };
}
