/**
 * Build a test file in MaxMind's format, version 2: a binary tree with 24-bit records, sixteen zeros, the rows, then
 * the metadata. It follows the format's description, so that the reader is tested independently.
 */
type Value = string | number | { [key: string]: Value } | readonly Value[];

const TYPES = { string: 2, double: 3, uint32: 6, map: 7, array: 11 };

/** Encode the first bytes of a value: the type in three bits and the size in five, or in an additional byte. */
function head(type: number, size: number): Buffer {
  const [first, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return type < 8 ? Buffer.from([(type << 5) | first, ...more]) : Buffer.from([first, type - 7, ...more]);
}

function encoded(value: Value): Buffer {
  if (typeof value === "string")
    return Buffer.concat([head(TYPES.string, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(TYPES.uint32, 4), bytes]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([head(TYPES.double, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(TYPES.array, value.length), ...value.map(encoded)]);
  const entries = Object.entries(value as { [key: string]: Value });
  return Buffer.concat([
    head(TYPES.map, entries.length),
    ...entries.flatMap(([key, held]) => [encoded(key), encoded(held)]),
  ]);
}

const bitsOf = (net: string): number[] => {
  const groups = net.includes(":") ? net.replace(/::$/, "").split(":") : null;
  const bytes = groups
    ? groups.flatMap((g) => [Number.parseInt(g, 16) >> 8, Number.parseInt(g, 16) & 255])
    : [...Array<number>(12).fill(0), ...net.split(".").map(Number)];
  return bytes.flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1));
};

type Row = readonly [net: string, bits: number, row: Value];

/**
 * Build a file of networks and their rows; `net` contains only its significant part: "203.0.113.0" with 24 bits,
 * "2001:db8::" with 32.
 */
export function buildMmdb(rows: readonly Row[], database_type = "DBIP-City-Lite"): Buffer {
  type Node = [left: Node | number | null, right: Node | number | null];
  const root: Node = [null, null];
  const nodes: Node[] = [root];
  const data: Buffer[] = [];
  let size = 0;
  for (const [net, length, row] of rows) {
    const path = bitsOf(net).slice(0, net.includes(":") ? length : 96 + length);
    let target = root;
    path.forEach((bit, i) => {
      if (i === path.length - 1) target[bit as 0 | 1] = size;
      else {
        const next = target[bit as 0 | 1];
        if (Array.isArray(next)) target = next;
        else {
          const created: Node = [null, null];
          nodes.push(created);
          target[bit as 0 | 1] = created;
          target = created;
        }
      }
    });
    const bytes = encoded(row);
    data.push(bytes);
    size += bytes.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((node, i) => {
    node.forEach((to, side) => {
      // Record of a tree node: another node, nothing, or an offset into the rows, which begin after sixteen zeros.
      const record =
        to === null ? nodes.length : Array.isArray(to) ? nodes.indexOf(to) : nodes.length + 16 + to;
      tree.writeUIntBE(record, i * 6 + side * 3, 3);
    });
  });
  const about = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    database_type,
    description: { en: "Made by a test" },
    ip_version: 6,
    languages: ["en"],
    node_count: nodes.length,
    record_size: 24,
  };
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from([0xab, 0xcd, 0xef]),
    Buffer.from("MaxMind.com"),
    encoded(about),
  ]);
}
