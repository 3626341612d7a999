import { readdirSync } from "node:fs";
import type { Entity } from "../../app/lib/access/crew-permissions";
import type { Pages } from "../../app/web/page";
import type { Row } from "./rows";

type Bodies = Record<string, Record<string, unknown>>;
/** Data that a body may need from its sender: the version that an edit of their ticket sends, and ids of their rows. */
type Has = { version: number; own: Record<string, number> };
/**
 * A picture that `npx tsx scripts/shots.ts` takes; `{job}`, `{ticket}`, `{available}`, and `{claimed}` are ids in the
 * demo.
 */
type Shot = { name: string; as: string | null; path: string; print?: true };

/**
 * Words put into the demo that the flag `reads` protects, and the parameter values for the addresses of its pages and
 * calls (`company_id` 1 reads them): the value itself, or the SELECT that returns it as `id`.
 */
export type Planted = {
  reads: Entity;
  /** Other places that show the words: with loads, whose papers name them, or with any of the job's work. */
  on?: "loads" | "work";
  words: string[];
  sql: string[];
  params?: Record<string, string>;
};

/**
 * Test expectations of a noun, defined in its own folder: `app/modules/NOUN/testing/expectations.ts` exports them as
 * `asked`. They are defined nowhere else; this file only collects.
 */
export type Expectations = {
  /** Every address of its pages, posts, and calls (`/api/tolls/:toll_id`), and the answer each sign-in gets there. */
  answers: Record<string, Row>;
  /**
   * Values of its parameters: an id that nobody has, unless its answers say otherwise; `{job}`, `{ticket}`,
   * `{colleague}` are the demo's.
   */
  params?: Record<string, string | ((address: string) => string)>;
  /** A body for every call that writes, by its procedure: valid except for its sender. */
  bodies?: Record<string, object>;
  /** A valid, or nearly valid, body for the same calls: the API gets it with one thing spoilt. */
  good?: Bodies | ((has: Has) => Bodies);
  /** Pages to check, by viewer: valid HTML, words apart, accessible. */
  pages?: Record<string, string[]>;
  /**
   * Pages of a kind that axe checks elsewhere: checked for the same except axe. `{names}` are from
   * `e2e/http/support/things.ts`.
   */
  alike?: Record<string, string[]>;
  /**
   * Pages with an open form, by the person who has it open: it is sent values it must refuse. `{names}` are from
   * `e2e/http/support/forms.ts`.
   */
  forms?: Record<string, string[]>;
  /** Words that a crew without a read flag must not see anywhere in the app. */
  planted?: Planted[];
  /** Pictures for people to look at. */
  shots?: Shot[];
};

const app = new URL("../../app/", import.meta.url);

/** Return all files with this path in a module's folder or in one of its areas, sorted. */
const listModuleFiles = (path: string) =>
  readdirSync(new URL("modules/", app), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(`/${path}`))
    .sort()
    .map((file) => new URL(`modules/${file}`, app));
const matches = [new URL("api/testing/expectations.ts", app), ...listModuleFiles("testing/expectations.ts")];

/** Expectations of every noun that exports them. */
const ALL_EXPECTATIONS: Expectations[] = await Promise.all(
  matches.map(
    async ({ href }) =>
      ((await import(/* @vite-ignore */ href)) as { expectations: Expectations }).expectations,
  ),
);

/** Merges one table of all nouns. */
const mergeExpectations = <T>(
  table: (asked: Expectations) => Record<string, T> | undefined,
): Record<string, T> => Object.assign({}, ...ALL_EXPECTATIONS.map(table));

/** Merges the lists of pages by viewer, of all nouns. */
function mergePages(
  table: (asked: Expectations) => Record<string, string[]> | undefined,
): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const expectations of ALL_EXPECTATIONS)
    for (const [who, paths] of Object.entries(table(expectations) ?? {}))
      all[who] = [...(all[who] ?? []), ...paths];
  return all;
}

/** Every address of the app, and the answer each demo sign-in, a key and nobody get there. */
export const EXPECTED = mergeExpectations(({ answers }) => answers);
/** A body for every call that writes, valid except for its sender; the ticket is completed and at another version. */
export const BODIES = mergeExpectations(({ bodies }) => bodies);
/** Valid, or nearly valid, bodies for the calls, so that a refusal is due to the one thing that was spoilt. */
export const goodBodies = (has: Has): Bodies =>
  mergeExpectations(({ good }) => (typeof good === "function" ? good(has) : good));

/** Pages by viewer; "nobody" isn't signed in. */
export const PAGES = mergePages(({ pages }) => pages);
export const ALIKE = mergePages(({ alike }) => alike);
/** Pages with forms, by person. */
export const FORM_PAGES = mergePages(({ forms }) => forms);
export const PLANTED = ALL_EXPECTATIONS.flatMap(({ planted }) => planted ?? []);
export const SHOTS = ALL_EXPECTATIONS.flatMap(({ shots }) => shots ?? []);

/** All names of parameters that have a value. */
export const PARAMS = new Set(ALL_EXPECTATIONS.flatMap(({ params }) => Object.keys(params ?? {})));

/** Value of a parameter in an address (`/jobs/:jobId`): from the noun that owns the address, else from another. */
export function getParam(name: string, address: string, ids: Record<string, number>): string {
  const owners = ALL_EXPECTATIONS.filter(({ answers }) => address in answers);
  const saying = [...owners, ...ALL_EXPECTATIONS].find(({ params }) => params && name in params);
  const value = saying?.params?.[name] ?? `:${name}`;
  const text = typeof value === "string" ? value : value(address);
  return text.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id]));
}

/** Path patterns of pages that are sent with React. */
export async function hydratedPaths(): Promise<RegExp[]> {
  const files = listModuleFiles("pages.ts");
  const nouns = await Promise.all(
    files.map(async ({ href }) => ((await import(/* @vite-ignore */ href)) as { pages: Pages }).pages),
  );
  return nouns
    .flatMap((pages) => Object.entries(pages))
    .flatMap(([address, entry]) => ("hydrate" in entry && entry.hydrate ? [address] : []))
    .map((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/?]+")}(\\?|$)`));
}
