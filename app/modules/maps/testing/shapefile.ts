import { crc32, deflateRawSync } from "node:zlib";

export type XY = readonly [number, number];

/**
 * Build a shapefile of polygons, or of lines (.shp), according to the ESRI white paper (ESRI, 1998); outer rings
 * clockwise.
 */
export function buildShp(polygons: readonly (readonly XY[])[][], type: 5 | 3 = 5): Buffer {
  const records = polygons.map((rings, i) => {
    const points = rings.flat();
    const content = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
    content.writeInt32LE(type, 0);
    boxInto(content, 4, points);
    content.writeInt32LE(rings.length, 36);
    content.writeInt32LE(points.length, 40);
    let [first, at] = [0, 44];
    for (const ring of rings) {
      at = content.writeInt32LE(first, at);
      first += ring.length;
    }
    for (const [x, y] of points) at = content.writeDoubleLE(y, content.writeDoubleLE(x, at));
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const body = Buffer.concat(records);
  const head = Buffer.alloc(100);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((100 + body.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(type, 32);
  boxInto(head, 36, polygons.flat(2));
  return Buffer.concat([head, body]);
}

function boxInto(buffer: Buffer, index: number, points: readonly XY[]) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  for (const [i, edge] of box.entries()) buffer.writeDoubleLE(edge, index + 8 * i);
}

/** Build a table (.dbf) of text columns, one row for each shape. */
export function buildDbf(columns: readonly [string, number][], rows: readonly (readonly string[])[]): Buffer {
  const width = 1 + columns.reduce((sum, [, length]) => sum + length, 0);
  const head = Buffer.alloc(33 + 32 * columns.length);
  head.writeUInt8(3, 0);
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(width, 10);
  for (const [i, [name, length]] of columns.entries()) {
    head.write(name.slice(0, 10), 32 + 32 * i, "latin1");
    head.write("C", 43 + 32 * i, "latin1");
    head.writeUInt8(length, 48 + 32 * i);
  }
  head.writeUInt8(13, head.length - 1);
  const lines = rows.map(
    (row) => ` ${row.map((text, i) => text.padEnd(columns[i]?.[1] ?? 0).slice(0, columns[i]?.[1])).join("")}`,
  );
  return Buffer.concat([head, Buffer.from(`${lines.join("")}\x1a`, "latin1")]);
}

/** Build a compressed zip archive of files. */
export function buildZip(files: Readonly<Record<string, Buffer | string>>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw);
    const file = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(raw.length, 18);
    facts.writeUInt16LE(file.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, file, packed]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), facts, where, file]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}

export const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** UTM zone of most of Lower Michigan. */
export const UTM16_PRJ =
  'PROJCS["NAD_1983_UTM_Zone_16N",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-87.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
