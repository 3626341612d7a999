import { Column, getTableName, is, SQL } from "drizzle-orm";

/** One selected value: where it goes in the row's object, and what it is. */
export type SelectedField = { path: readonly string[]; field: unknown };
/** Whether a joined table always has a row, by its name. */
export type Joins = Record<string, boolean>;
export type MapRow<T> = (values: ArrayLike<unknown>) => T;

type Decode = (value: unknown) => unknown;
/** An object of a row as code: what each key holds. */
type Part = {
  holds: Map<string, string | Part>;
  /** Whether it is null where a join found nothing, and the place of the value that tells; none where that is left out. */
  isJoined: boolean;
  tells?: number;
};
const NOWHERE = -1;

/**
 * How a query's rows become objects, worked out once for the query. Drizzle works it out again for each value of each row,
 * which takes longer than SQLite takes to find them; what comes out is the same (`row-mapping.server.test.ts`). What is left
 * out is not among a row's values, and null in its object.
 *
 * It is written as code, as Zod does with its schemas: an object that is written out is made twenty times faster than one whose
 * keys are put in by their names. Nothing is in the code but the names of fields, quoted, and the places of their values.
 */
export function mapperOf<T>(
  fields: readonly SelectedField[],
  joins: Joins | undefined,
  isLeftOut: (field: SelectedField) => boolean = () => false,
): MapRow<T> {
  const row: Part = { holds: new Map(), isJoined: false };
  const decoders: (Decode | null)[] = [];
  for (const one of fields) {
    const [key, inner, ...deeper] = one.path;
    if (key === undefined || deeper.length > 0)
      throw new TypeError("A row has values and objects of values.");
    const part = inner === undefined ? row : partOf(row, key, () => isJoined(fields, key, joins));
    const isOut = isLeftOut(one);
    const at = isOut ? NOWHERE : decoders.push(decoderOf(one.field)) - 1;
    if (is(one.field, Column)) part.tells ??= at;
    if (!isOut && part.isJoined && part.tells === NOWHERE)
      throw new TypeError("Whether a join found something its first column tells.");
    part.holds.set(inner ?? key, isOut ? "null" : valueCode(at, decoders[at]));
  }
  return new Function("decoders", `return (values) => (${objectCode(row)});`)(decoders);
}

function partOf(row: Part, key: string, isJoined: () => boolean): Part {
  const known = row.holds.get(key);
  if (typeof known === "object") return known;
  const part = { holds: new Map(), isJoined: isJoined() };
  row.holds.set(key, part);
  return part;
}

function valueCode(at: number, decode: Decode | null | undefined): string {
  const value = `values[${at}]`;
  return decode ? `${value} === null ? null : decoders[${at}](${value})` : value;
}

function objectCode({ holds, isJoined, tells = NOWHERE }: Part): string {
  const held = [...holds].map(
    ([key, code]) => `${JSON.stringify(key)}: ${typeof code === "string" ? code : objectCode(code)}`,
  );
  const object = `{ ${held.join(", ")} }`;
  if (!isJoined) return object;
  return tells === NOWHERE ? "null" : `values[${tells}] === null ? null : ${object}`;
}

/** An object is null where all its columns are one table's that a join did not find, which its first column tells. */
function isJoined(fields: readonly SelectedField[], key: string, joins: Joins | undefined): boolean {
  if (!joins) return false;
  const [first, ...more] = fields.flatMap(({ path, field }) =>
    path[0] === key && path.length === 2 && is(field, Column) ? [getTableName(field.table)] : [],
  );
  return first !== undefined && !joins[first] && more.every((table) => table === first);
}

/** What turns a driver's value into the field's; null where it is the same. */
function decoderOf(field: unknown): Decode | null {
  const decoder = is(field, SQL.Aliased) ? field.sql : field;
  if (is(decoder, Column)) {
    const plain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return plain ? null : (value) => decoder.mapFromDriverValue(value);
  }
  if (!is(decoder, SQL) || !("decoder" in decoder) || !isDecoder(decoder.decoder))
    throw new TypeError("A query selects columns and SQL.");
  const own = decoder.decoder;
  return (value) => own.mapFromDriverValue(value);
}

type Decoder = { mapFromDriverValue: Decode };
const isDecoder = (decoder: unknown): decoder is Decoder =>
  typeof decoder === "object" && decoder !== null && "mapFromDriverValue" in decoder;
