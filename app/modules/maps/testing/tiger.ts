import { buildDbf, buildShp, buildZip, type XY } from "./shapefile";

const GRS80_PRJ =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]';

/** Return a slightly bent line between two places, like a road. */
const between = ([x, y]: XY, [tx, ty]: XY, pieces = 8): XY[] =>
  Array.from({ length: pieces + 1 }, (_, i) => [
    x + ((tx - x) * i) / pieces + (i % 2 ? 0.0004 : 0),
    y + ((ty - y) * i) / pieces,
  ]);

/** Roads around Grayling, Michigan, in Census format: id, name, route type, class, line. */
export const SAMPLE_ROADS: readonly (readonly [string, string, string, string, readonly XY[]])[] = [
  ["1104755900001", "I- 75", "I", "S1100", between([-84.735, 44.52], [-84.69, 44.86], 30)],
  ["1104755900002", "State Hwy 72", "S", "S1200", between([-85.0, 44.655], [-84.4, 44.66], 40)],
  ["1104755900003", "Old US Hwy 27", "O", "S1400", between([-84.712, 44.665], [-84.716, 44.79], 30)],
  ["1104755900004", "Hartwick Pines Rd", "M", "S1400", between([-84.716, 44.72], [-84.63, 44.735], 12)],
  ["1104755900005", "Cedar St", "M", "S1400", between([-84.714, 44.655], [-84.714, 44.665], 4)],
  ["1104755900006", "", "", "S1740", between([-84.76, 44.7], [-84.75, 44.71], 5)],
  ["1104755900007", "Riverside Walk", "M", "S1710", between([-84.713, 44.66], [-84.712, 44.661], 2)],
];

const COLUMNS: [string, number][] = [
  ["LINEARID", 22],
  ["FULLNAME", 100],
  ["RTTYP", 1],
  ["MTFCC", 5],
];

/** Build a county's roads as in `tl_2025_26039_roads.zip`. */
export function buildTigerRoads(roads = SAMPLE_ROADS): Buffer {
  const name = "tl_2025_26039_roads";
  return buildZip({
    [`${name}.shp`]: buildShp(
      roads.map(([, , , , line]) => [line]),
      3,
    ),
    [`${name}.dbf`]: buildDbf(
      COLUMNS,
      roads.map(([id, full, type, mtfcc]) => [id, full, type, mtfcc]),
    ),
    [`${name}.prj`]: GRS80_PRJ,
    [`${name}.cpg`]: "UTF-8",
  });
}

const LAKE: XY[] = [
  [-84.8, 44.63],
  [-84.8, 44.67],
  [-84.77, 44.67],
  [-84.77, 44.63],
  [-84.8, 44.63],
];

/** Build a county's lakes, and a river. */
export function buildTigerWaters(): { areas: Buffer; lines: Buffer } {
  const areas = [["110155900001", "Lk Margrethe", "H2030"]];
  return {
    areas: buildZip({
      "tl_2025_26039_areawater.shp": buildShp([[LAKE]]),
      "tl_2025_26039_areawater.dbf": buildDbf(
        [
          ["HYDROID", 22],
          ["FULLNAME", 100],
          ["MTFCC", 5],
        ],
        areas,
      ),
      "tl_2025_26039_areawater.prj": GRS80_PRJ,
    }),
    lines: buildZip({
      "tl_2025_26039_linearwater.shp": buildShp([[between([-84.74, 44.78], [-84.68, 44.66], 20)]], 3),
      "tl_2025_26039_linearwater.dbf": buildDbf(COLUMNS, [
        ["110155900002", "E Br Au Sable Riv", "", "H3010"],
      ]),
      "tl_2025_26039_linearwater.prj": GRS80_PRJ,
    }),
  };
}

/** Build the towns of a state, as outlines with an inner point. */
export function buildTigerPlaces(): Buffer {
  const columns: [string, number][] = [
    ["GEOID", 7],
    ["NAME", 100],
    ["MTFCC", 5],
    ["INTPTLAT", 11],
    ["INTPTLON", 12],
  ];
  return buildZip({
    "tl_2025_26_place.shp": buildShp([[LAKE]]),
    "tl_2025_26_place.dbf": buildDbf(columns, [
      ["2699999", "Pere Cheney", "G4210", "+44.6105000", "-084.6433000"],
    ]),
    "tl_2025_26_place.prj": GRS80_PRJ,
  });
}
