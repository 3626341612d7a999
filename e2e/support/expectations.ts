import { readdirSync } from "node:fs";
import type { Entity } from "../../app/lib/access/crew-permissions";
import type { Pages } from "../../app/web/page";
import type { ExpectedStatuses } from "./rows";

type Bodies = Record<string, Record<string, unknown>>;
/** Sender's data that a request body may need: their ticket's version for an edit, and ids of their records. */
type Has = { version: number; own: Record<string, number> };
/**
 * A screenshot that `npx tsx scripts/shots.ts` takes; `{job}`, `{ticket}`, `{available}` and `{claimed}` are ids in the
 * demo.
 */
type Shot = { name: string; as: string | null; path: string; print?: true };

/**
 * Texts inserted into the demo that the read permission `reads` protects, and parameter values for the addresses of its
 * pages and calls (`company_id` 1 can read them): the value itself, or a SELECT that returns it as `id`.
 */
export type PlantedTexts = {
  reads: Entity;
  /**
   * Other pages that show the texts. `loads`: pages with loads, whose papers contain the texts. `work`: pages with any
   * of the job's work.
   */
  on?: "loads" | "work";
  words: string[];
  sql: string[];
  params?: Record<string, string>;
};

/**
 * Test expectations of a noun, defined in its own folder: `app/modules/NOUN/testing/expectations.ts` exports them as
 * `expectations`. They are defined nowhere else; this file only collects.
 */
export type Expectations = {
  /**
   * Every address of the feature's pages, posts and calls (`/api/tolls/:toll_id`), and the response that each demo user
   * gets there.
   */
  answers: Record<string, ExpectedStatuses>;
  /**
   * Values of the address parameters, by default an id that doesn't exist. Other values are used where the expected
   * responses need them. `{job}`, `{ticket}` and `{colleague}` are ids in the demo.
   */
  params?: Record<string, string | ((address: string) => string)>;
  /** A request body for every call that writes, by procedure. Only the sender can make the call invalid. */
  bodies?: Record<string, object>;
  /** Valid, or nearly valid, bodies for the same calls; the tests send each with one invalid value. */
  good?: Bodies | ((has: Has) => Bodies);
  /** Pages to check, by viewer. Checks cover valid HTML, spaces between words, and accessibility. */
  pages?: Record<string, string[]>;
  /**
   * Pages similar to a page that axe checks: they get all the same checks except axe. `{names}` are from
   * `e2e/http/support/things.ts`.
   */
  alike?: Record<string, string[]>;
  /**
   * Pages with a form, by the user who opens it: tests send the form values that it must refuse. `{names}` are from
   * `e2e/http/support/forms.ts`.
   */
  forms?: Record<string, string[]>;
  /** Texts that a crew without the read permission must not see anywhere in the app. */
  planted?: PlantedTexts[];
  /** Screenshots for visual review. */
  shots?: Shot[];
};

const app = new URL("../../app/", import.meta.url);

/** Return all files with this path in a module's folder or in one of its subfolders, sorted. */
const listModuleFiles = (path: string) =>
  readdirSync(new URL("modules/", app), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(`/${path}`))
    .sort()
    .map((file) => new URL(`modules/${file}`, app));
const matches = [new URL("api/testing/expectations.ts", app), ...listModuleFiles("testing/expectations.ts")];

/** Expectations of every feature that exports them. */
const ALL_EXPECTATIONS: Expectations[] = await Promise.all(
  matches.map(
    async ({ href }) =>
      ((await import(/* @vite-ignore */ href)) as { expectations: Expectations }).expectations,
  ),
);

/** Merge the same table of all features' expectations. */
const mergeExpectations = <T>(
  table: (asked: Expectations) => Record<string, T> | undefined,
): Record<string, T> => Object.assign({}, ...ALL_EXPECTATIONS.map(table));

/** Merge all features' lists of pages, by viewer. */
function mergePages(
  table: (asked: Expectations) => Record<string, string[]> | undefined,
): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const expectations of ALL_EXPECTATIONS)
    for (const [who, paths] of Object.entries(table(expectations) ?? {}))
      all[who] = [...(all[who] ?? []), ...paths];
  return all;
}

/** Every address of the app, and the response that each demo user, an API key and a signed-out visitor get there. */
export const EXPECTED_RESPONSES = mergeExpectations(({ answers }) => answers);
/**
 * A request body for every call that writes; only the sender can make the call invalid. The ticket is completed, and
 * its version differs from the body's.
 */
export const REQUEST_BODIES = mergeExpectations(({ bodies }) => bodies);
/** Valid, or nearly valid, request bodies. A test makes one value invalid, so that a refusal is due to that value. */
export const getValidBodies = (has: Has): Bodies =>
  mergeExpectations(({ good }) => (typeof good === "function" ? good(has) : good));

/** Pages by viewer; "nobody" isn't signed in. */
export const PAGES_BY_VIEWER = mergePages(({ pages }) => pages);
export const SIMILAR_PAGES = mergePages(({ alike }) => alike);
/** Pages with forms, by user. */
export const FORM_PAGES = mergePages(({ forms }) => forms);
export const PLANTED_TEXTS = ALL_EXPECTATIONS.flatMap(({ planted }) => planted ?? []);
export const SCREENSHOTS = ALL_EXPECTATIONS.flatMap(({ shots }) => shots ?? []);

/** Names of all parameters that have a value. */
export const PARAM_NAMES = new Set(ALL_EXPECTATIONS.flatMap(({ params }) => Object.keys(params ?? {})));

/**
 * Return the value of a parameter in an address (`/jobs/:jobId`): from the feature that defines the address, or else
 * from another feature.
 */
export function getParamValue(name: string, address: string, ids: Record<string, number>): string {
  const owners = ALL_EXPECTATIONS.filter(({ answers }) => address in answers);
  const saying = [...owners, ...ALL_EXPECTATIONS].find(({ params }) => params && name in params);
  const value = saying?.params?.[name] ?? `:${name}`;
  const text = typeof value === "string" ? value : value(address);
  return text.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id]));
}

/** Find the path patterns of pages that are sent with React. */
export async function findHydratedPaths(): Promise<RegExp[]> {
  const files = listModuleFiles("pages.ts");
  const nouns = await Promise.all(
    files.map(async ({ href }) => ((await import(/* @vite-ignore */ href)) as { pages: Pages }).pages),
  );
  return nouns
    .flatMap((pages) => Object.entries(pages))
    .flatMap(([address, entry]) => ("hydrate" in entry && entry.hydrate ? [address] : []))
    .map((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/?]+")}(\\?|$)`));
}
