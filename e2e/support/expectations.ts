import { existsSync, readdirSync } from "node:fs";
import type { Entity } from "../../app/domain/access/crew-permissions";
import type { Pages } from "../../app/web/page";
import type { Row } from "./rows";

type Bodies = Record<string, Record<string, unknown>>;
/** What a body may need of the one who sends it: the version that an edit of their ticket sends, and ids of what they have. */
type Has = { version: number; own: Record<string, number> };
/** A picture that `npx tsx scripts/shots.ts` takes; `{job}`, `{ticket}`, `{available}`, and `{claimed}` are ids of the demo's. */
type Shot = { name: string; as: string | null; path: string; print?: true };

/**
 * Words put into the demo that the flag `reads` protects, and the values that the addresses of its pages and calls take there
 * (`company_id` 1 reads them): the value itself, or the SELECT that gives it as `id`.
 */
export type Planted = {
  reads: Entity;
  /** Where else the words are shown: with loads, whose papers name them, or with any of the job's work. */
  on?: "loads" | "work";
  words: string[];
  sql: string[];
  params?: Record<string, string>;
};

/**
 * What tests ask of a noun, said in its own folder: `app/features/NOUN/testing/expectations.ts` exports it as `asked`. Nothing of
 * it is said anywhere else; this file only collects.
 */
export type Expectations = {
  /** Every address of its pages, posts, and calls (`/api/tolls/:toll_id`), and what each sign-in is answered there. */
  answers: Record<string, Row>;
  /** Its parameters: an id that nobody has, unless its answers say otherwise; `{job}`, `{ticket}`, `{colleague}` are the demo's. */
  params?: Record<string, string | ((address: string) => string)>;
  /** A body for every call that writes, by its procedure: good but for who sends it. */
  bodies?: Record<string, object>;
  /** A body for the same calls that is taken, or nearly: the API is sent it with one thing spoilt. */
  good?: Bodies | ((has: Has) => Bodies);
  /** Pages to look at, by who looks: valid HTML, words apart, accessible. */
  pages?: Record<string, string[]>;
  /** Pages of a kind that axe sees elsewhere: looked at for the same but for axe. `{names}` are of `http/support/things.ts`. */
  alike?: Record<string, string[]>;
  /** Pages with an open form, by who finds it open: it's thrown what it must not take. `{names}` are of `http/support/forms.ts`. */
  forms?: Record<string, string[]>;
  /** What a crew without a read flag must find nowhere in the app. */
  planted?: Planted[];
  /** Pictures for people to look at. */
  shots?: Shot[];
};

const app = new URL("../../app/", import.meta.url);
const matches = [
  new URL("api/testing/expectations.ts", app),
  ...readdirSync(new URL("features/", app))
    .sort()
    .map((noun) => new URL(`features/${noun}/testing/expectations.ts`, app)),
].filter((file) => existsSync(file));

/** Of every noun that says what is asked of it. */
const ALL_EXPECTATIONS: Expectations[] = await Promise.all(
  matches.map(
    async ({ href }) =>
      ((await import(/* @vite-ignore */ href)) as { expectations: Expectations }).expectations,
  ),
);

/** One of its tables, of all nouns. */
const mergeExpectations = <T>(
  table: (asked: Expectations) => Record<string, T> | undefined,
): Record<string, T> => Object.assign({}, ...ALL_EXPECTATIONS.map(table));

/** Lists of pages by who looks, of all nouns. */
function mergePages(
  table: (asked: Expectations) => Record<string, string[]> | undefined,
): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const expectations of ALL_EXPECTATIONS)
    for (const [who, paths] of Object.entries(table(expectations) ?? {}))
      all[who] = [...(all[who] ?? []), ...paths];
  return all;
}

/** Every address of the app and what each demo sign-in, a key and nobody is answered there. */
export const EXPECTED = mergeExpectations(({ answers }) => answers);
/** A body for every call that writes, good but for who sends it; the ticket is completed and at another version. */
export const BODIES = mergeExpectations(({ bodies }) => bodies);
/** Bodies that the calls would take, or nearly: so that what is refused is the one thing that was spoilt. */
export const goodBodies = (has: Has): Bodies =>
  mergeExpectations(({ good }) => (typeof good === "function" ? good(has) : good));

/** Pages by who looks at them; "nobody" isn't signed in. */
export const PAGES = mergePages(({ pages }) => pages);
export const ALIKE = mergePages(({ alike }) => alike);
/** Where forms are, by who finds them open. */
export const FORM_PAGES = mergePages(({ forms }) => forms);
export const PLANTED = ALL_EXPECTATIONS.flatMap(({ planted }) => planted ?? []);
export const SHOTS = ALL_EXPECTATIONS.flatMap(({ shots }) => shots ?? []);

/** All names of parameters that have a value. */
export const PARAMS = new Set(ALL_EXPECTATIONS.flatMap(({ params }) => Object.keys(params ?? {})));

/** The value of a parameter in an address (`/jobs/:jobId`): what the noun says whose address it is, else what another says. */
export function getParam(name: string, address: string, ids: Record<string, number>): string {
  const owners = ALL_EXPECTATIONS.filter(({ answers }) => address in answers);
  const saying = [...owners, ...ALL_EXPECTATIONS].find(({ params }) => params && name in params);
  const value = saying?.params?.[name] ?? `:${name}`;
  const text = typeof value === "string" ? value : value(address);
  return text.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id]));
}

/** What the paths of pages that are sent with React look like. */
export async function hydratedPaths(): Promise<RegExp[]> {
  const files = readdirSync(new URL("features/", app))
    .map((noun) => new URL(`features/${noun}/pages.ts`, app))
    .filter((file) => existsSync(file));
  const nouns = await Promise.all(
    files.map(async ({ href }) => ((await import(/* @vite-ignore */ href)) as { pages: Pages }).pages),
  );
  return nouns
    .flatMap((pages) => Object.entries(pages))
    .flatMap(([address, entry]) => ("hydrate" in entry && entry.hydrate ? [address] : []))
    .map((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/?]+")}(\\?|$)`));
}
