/** Row as the database stores it. */
export type Row = Record<string, number | string | null>;

export type Rows = (sql: string, ...params: (number | string)[]) => Promise<Row[]>;

/** Divide one whole number by another, rounding halves to the even neighbor. */
export function divideEvenly(a: bigint, by: bigint): bigint {
  const twice = 2n * a + by;
  const up = twice / (2n * by);
  return twice % (2n * by) === 0n && up % 2n === 1n ? up - 1n : up;
}
