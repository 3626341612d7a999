/** Datums whose coordinates are within a couple of meters of WGS 84 in the United States, so no shift is needed. */
const NEAR_WGS84 =
  /wgs_?(19)?84|world_geodetic_system_1984|north_american_(datum_(of_)?)?1983|nad_?(19)?83|nsrs|national_spatial_reference|harn|csrs|itrf|international_terrestrial|etrs|european_terrestrial/i;

/** Codes (EPSG, Esri) of longitude and latitude on a datum close to WGS 84, and codes of Web Mercator. */
const DEGREES = [4326, 4269, 4979, 4152, 4759, 6318];
const WEB_MERCATOR = [3857, 102100, 102113, 900913];

const readable = (name: string) => name.replace(/^D_/, "").replaceAll("_", " ");

/**
 * Return an error message about the datum of a projection (the text of a .prj), or null if the datum needs no shift.
 * Other datums, mainly NAD27, are up to 100 meters off and need a grid shift, which isn't supported.
 */
export function getDatumProblem(projection: string): string | null {
  const datum = /\b(?:DATUM|ENSEMBLE)\s*\[\s*"([^"]{1,120})"/i.exec(projection)?.[1];
  if (datum === undefined || NEAR_WGS84.test(datum)) return null;
  const name = /north_american(_datum)?_1927|nad_?(19)?27/i.test(datum) ? "NAD27" : readable(datum);
  return `its coordinates are on the ${name} datum, which would put them up to 100 meters off; save it as WGS 84 or NAD83`;
}

/**
 * Return the projection for a coordinate system's code: a definition for proj4, or "degrees". Return null if the code
 * isn't supported.
 */
export function getProjectionByCode(code: number): string | null {
  if (DEGREES.includes(code)) return "degrees";
  if (WEB_MERCATOR.includes(code)) return "EPSG:3857";
  // NAD83 / UTM zones 1N to 23N, WGS 84 / UTM zones 1N to 60N.
  const zone =
    code > 26900 && code <= 26923 ? code - 26900 : code > 32600 && code <= 32660 ? code - 32600 : 0;
  return zone ? `+proj=utm +zone=${zone} +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs` : null;
}
