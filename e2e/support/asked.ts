import { existsSync, readdirSync } from "node:fs";
import type { Row } from "./rows";

/** What tests ask of a noun, said in its own folder: `app/features/NOUN/testing/asked.ts` exports it as `asked`. */
export type Asked = {
  /** Every address of its pages and calls (`/api/fuel-prices/:fuel_price_id`), and what each sign-in is answered there. */
  answers: Record<string, Row>;
  /** Its parameters: an id that nobody has, unless its answers say otherwise. */
  params?: Record<string, string>;
  /** A body for every call that writes, by its procedure: good but for who sends it. */
  bodies?: Record<string, object>;
  /** A body for the same calls that is taken, or nearly: the API is sent it with one thing spoilt. */
  good?: Record<string, Record<string, unknown>>;
  /** Pages to look at, by who looks: valid HTML, words apart, accessible. */
  pages?: Record<string, string[]>;
  /** Pages with an open form, by who finds it open: it's thrown what it must not take. */
  forms?: Record<string, string[]>;
};

const features = new URL("../../app/features/", import.meta.url);
const said = readdirSync(features)
  .sort()
  .map((noun) => new URL(`${noun}/testing/asked.ts`, features))
  .filter((file) => existsSync(file));

/** Of every noun that says what is asked of it. */
export const ASKED: Asked[] = await Promise.all(
  said.map(async ({ href }) => ((await import(/* @vite-ignore */ href)) as { asked: Asked }).asked),
);

/** One of its tables, of all nouns. */
export const askedOf = <T>(table: (asked: Asked) => Record<string, T> | undefined): Record<string, T> =>
  Object.assign({}, ...ASKED.map(table));

/** Lists of pages by who looks, each noun's behind those that are listed already. */
export function joined(
  listed: Record<string, string[]>,
  table: (asked: Asked) => Record<string, string[]> | undefined,
): Record<string, string[]> {
  const all = { ...listed };
  for (const asked of ASKED)
    for (const [who, paths] of Object.entries(table(asked) ?? {})) all[who] = [...(all[who] ?? []), ...paths];
  return all;
}
