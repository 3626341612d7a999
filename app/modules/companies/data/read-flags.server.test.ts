import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { openDemoDatabase } from "#db/testing/test-database";
import { API_CALLS } from "~/api/calls.server";
import { handleApiRequest } from "~/api/serve.server";
import { type CompanyPermissions, ENTITIES, type Entity } from "~/lib/access/crew-permissions";
import { listFrames, PAGES, type RegisteredPage } from "~/pages";
import { identifyCaller, type RouteArgs } from "~/web/context.server";
import {
  getForbiddenWords,
  getPlantedWords,
  HAULER_COMPANY_ID,
  LOGGER_COMPANY_ID,
  OWNER_COMPANY_ID,
  PLANTED_TEST_DATA,
  TESTED_COMPANY_ID,
  TESTED_ENTITIES,
} from "../testing/planted";
import { createReaderWithout } from "../testing/reader-without.server";

/**
 * Check that without a read flag, no page or call of the whole app reveals the data that the flag protects. Unique
 * words for each flag are added to the demo data; a user without one flag then opens every address that checks it. An
 * address that never checks the flag responds the same to everyone, so the response to a user with all flags is
 * searched instead. That user must find each word somewhere, since a word that appears nowhere proves nothing.
 */
type Module = { loader?: (args: LoaderFunctionArgs) => unknown };
const modules = import.meta.glob<Module>("/app/modules/**/routes/*.{ts,tsx}");

/** Calls that only read data, but use POST because their input is long. */
const SEARCHES: Record<string, object> = {
  "/api/company/search": { searchTerm: "", include: "location", take: 50 },
  "/api/jobs/search": { take: 50 },
  "/api/trip-tickets/search": { take: 50 },
  "/api/location/search": { latitude: 44.8, longitude: -84.8, take: 50 },
};
/** Pages left out because loading them writes data. */
const LEFT_OUT = new Set(["/app/modules/people/routes/logout.tsx"]);

let db: Database;
/** Database requests since the list was last emptied. */
let requests: string[] = [];
const params: Record<string, string> = {};

beforeAll(async () => {
  db = await openDemoDatabase({ logger: { logQuery: (sql) => void requests.push(sql) } });
  for (const { sql } of PLANTED_TEST_DATA) for (const statement of sql) await db.client.execute(statement);
  for (const [name, value] of PLANTED_TEST_DATA.flatMap((planted) => Object.entries(planted.params ?? {})))
    params[name] = /^select /i.test(value)
      ? String((await db.client.execute(value)).rows[0]?.id ?? 0)
      : value;
});

/** Text of a response or refusal, whether it was a refusal, and the entities whose flags were checked. */
type Answer = { text: string; refused: boolean; asks: ReadonlySet<string> };

/**
 * Return the response and the entities whose flags were checked. Code that reads flags directly from the database
 * counts as having checked all of them.
 */
async function watched(args: RouteArgs, act: () => Promise<Omit<Answer, "asks">>): Promise<Answer> {
  const asks = new Set<string>();
  const { actor } = await identifyCaller(args);
  actor.permissions = new Proxy(actor.permissions, {
    get(flags, name: keyof CompanyPermissions) {
      asks.add(name);
      return flags[name];
    },
  });
  requests = [];
  const input = await act();
  if (requests.some((sql) => sql.includes("crew_permission")))
    for (const entity of ENTITIES) asks.add(entity);
  return { ...input, asks };
}

async function answer(module: Module, cookie: string): Promise<Answer> {
  const input = { ...params, id: params.jobId };
  const request = new Request(
    "http://localhost/test?include=companies,destinations,products,rates&role=hauler&company_id=3",
    { headers: { Cookie: cookie } },
  );
  const args = { request, context: context(), params: input } as unknown as LoaderFunctionArgs;
  return watched(args, async () => {
    let match: unknown;
    let refused = false;
    try {
      match = await module.loader?.(args);
    } catch (thrown) {
      match = thrown;
      refused = true;
    }
    if (match instanceof Response)
      return {
        text: /json|text|html/.test(match.headers.get("Content-Type") ?? "") ? await match.text() : "",
        refused,
      };
    return { text: JSON.stringify(match) ?? "", refused };
  });
}

/** Submission ids and hashes, in which any number may occur by chance. */
const RANDOM = /[0-9a-f-]{32,}/g;

/** Calls that are refused in this test: their rows don't exist in the demo data, or they need more parameters. */
const NOT_ANSWERED = [
  "/api/admin/anchors",
  "/api/admin/companies",
  "/api/admin/jobs",
  "/api/admin/users",
  "/api/billing/invoices",
  "/api/contacts/{contact_id}",
  "/api/job-draft",
  "/api/jobs/{job_id}/files/{file_id}/content",
  "/api/jobs/{job_id}/photos/{photo_id}/image",
  "/api/map/near",
  "/api/mileage",
  "/api/settlements/runs/{settlement_run_id}",
  "/api/settlements/statements/{settlement_statement_id}",
  "/api/settlements/statements/{settlement_statement_id}/lines",
  "/api/skynet/charts",
  "/api/skynet/companies",
  "/api/skynet/companies/{company_id}",
  "/api/skynet/subscriptions",
  "/api/township",
  "/api/township/section",
  "/api/trip-tickets/bulk/{bulk_run_id}",
  "/api/trip-tickets/exports/{export_id}",
  "/api/trip-tickets/exports/{export_id}/file",
  "/api/trip-tickets/imports/{import_id}",
  "/api/trip-tickets/reconcile/{statement_id}",
  "/api/trip-tickets/{trip_ticket_id}/photos/{photo_id}/image",
  "/api/user/{id}",
  "/api/weather",
];

/** Response of a read call; null if the address has no read call. */
async function callAnswer(path: string, cookie: string): Promise<Answer | null> {
  const search = SEARCHES[path];
  if (!search && !API_CALLS[path]?.GET) return null;
  const id = path.startsWith("/api/trip-tickets") ? params.ticketId : params.jobId;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String({ ...params, id }[name]));
  // A call accepts only the query parameters that it declares.
  const query = path === "/api/jobs/{id}" ? "?include=companies,destinations,products,rates" : "";
  const request = new Request(`http://localhost${address}${query}`, {
    headers: { Cookie: cookie, ...(search ? { "Content-Type": "application/json" } : {}) },
    ...(search ? { method: "POST", body: JSON.stringify(search) } : {}),
  });
  const args = { request, context: context() };
  return watched(args, async () => {
    const response = await handleApiRequest(args);
    return { text: await response.text(), refused: !response.ok };
  });
}

const context = () => ({
  cspNonce: "",
  requestId: "",
  address: "127.0.0.1",
  updating: false,
  noteActor() {},
});

/** Return the responses of all addresses. */
async function crawl(cookie: string, lacking?: { entity: Entity; full: ReadonlyMap<string, Answer> }) {
  /**
   * If the address never checked the flag, return the earlier response of a user with all flags, because a user without
   * the flag gets the same response.
   */
  const same = (name: string) => {
    const before = lacking?.full.get(name);
    return lacking && before && !before.asks.has(lacking.entity) ? before : null;
  };
  const answers = new Map<string, Answer>();
  for (const [name, load] of Object.entries(modules)) {
    const module = await load();
    if (LEFT_OUT.has(name) || !module.loader) continue;
    answers.set(name, same(name) ?? (await answer(module, cookie)));
  }
  for (const path of Object.keys(API_CALLS)) {
    const match = same(path) ?? (await callAnswer(path, cookie));
    if (match) answers.set(path, match);
  }
  return answers;
}

let whole: Promise<Map<string, Answer>> | undefined;
/** Return all addresses' responses to a user who may read everything. */
function full() {
  whole ??= createReaderWithout(db, [], TESTED_COMPANY_ID).then((cookie) => crawl(cookie));
  return whole;
}

const told = (answers: ReadonlyMap<string, Answer>) => ({
  pages: new Map([...answers].map(([name, { text }]) => [name, text])),
  refusing: new Set([...answers].flatMap(([name, { refused }]) => (refused ? [name] : []))),
});

const fileOf = ({ noun }: RegisteredPage, module: string) => `/app/modules/${noun}/routes/${module}`;

/** Layout modules around each page. */
const FRAMES = new Map(
  PAGES.map((page) => {
    const around = new Set(listFrames(page));
    const frames = PAGES.filter(({ address }) => around.has(address));
    return [
      page,
      frames.flatMap((page) => (typeof page.frame === "string" ? [fileOf(page, page.frame)] : [])),
    ];
  }),
);

describe.skipIf(process.env.TEST_TRANSPORT === "sqld")("a user without a read permission", () => {
  test("a user with all permissions sees every planted word somewhere", { timeout: 240_000 }, async () => {
    const { pages, refusing } = told(await full());
    const calls = (names: Iterable<string>) => [...names].filter((name) => name.startsWith("/api/")).sort();
    expect(calls(pages.keys()).length).toBeGreaterThan(60);
    expect(calls(refusing)).toEqual(NOT_ANSWERED);
    const text = [...pages.values()].join("\n");
    for (const entity of TESTED_ENTITIES)
      for (const word of getPlantedWords(entity)) expect(text, word).toContain(word);
  });

  test.each(TESTED_ENTITIES)(
    "a user without the permission sees none of its planted words: %s",
    { timeout: 240_000 },
    async (entity) => {
      const leaks: string[] = [];
      const { pages, refusing } = told(
        await crawl(await createReaderWithout(db, [entity], TESTED_COMPANY_ID), {
          entity,
          full: await full(),
        }),
      );
      for (const [name, text] of pages) {
        const message = text.replace(RANDOM, "");
        for (const word of getForbiddenWords(name, entity))
          if (message.includes(word)) leaks.push(`${name}: ${word}`);
      }
      expect(leaks).toEqual([]);
      const shut = PAGES.filter(
        (page) => pages.has(fileOf(page, page.page)) && !refusing.has(fileOf(page, page.page)),
      )
        .filter((page) => FRAMES.get(page)?.some((frame) => refusing.has(frame)))
        .map(({ address }) => address);
      expect(shut, "pages whose frame refuses people that they let in").toEqual([]);
    },
  );

  const READ_ALONE: (Entity | null)[] = [null, "job", "trip_ticket", "settlement"];
  test.each(
    [TESTED_COMPANY_ID, LOGGER_COMPANY_ID, HAULER_COMPANY_ID, OWNER_COMPANY_ID].flatMap((company) =>
      READ_ALONE.map((reads) => ({ company, reads, lacking: ENTITIES.filter((entity) => entity !== reads) })),
    ),
  )(
    "a user of company $company with only read permission $reads sees nothing else",
    { timeout: 240_000 },
    async ({ company, reads, lacking }) => {
      const { pages } = told(await crawl(await createReaderWithout(db, lacking, company)));
      const leaks = [...pages].flatMap(([name, text]) => {
        const shown = text.replace(RANDOM, "");
        const words = TESTED_ENTITIES.filter((entity) => lacking.includes(entity)).flatMap((entity) =>
          reads ? getForbiddenWords(name, entity) : getPlantedWords(entity),
        );
        return words.filter((word) => shown.includes(word)).map((word) => `${name}: ${word}`);
      });
      expect(leaks).toEqual([]);
    },
  );

  test("a user without permission to read the company keeps the company tabs that they may read", {
    timeout: 240_000,
  }, async () => {
    const cookie = await createReaderWithout(db, ["company"], TESTED_COMPANY_ID);
    const load = async (address: string, part: "page" | "frame" = "page") => {
      const match = PAGES.find((page) => page.address === address);
      const module = await modules[`/app/modules/${match?.noun}/routes/${match?.[part]}`]?.();
      const request = new Request("http://localhost/company", { headers: { Cookie: cookie } });
      const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false };
      const args = { request, context, params: {} } as unknown as LoaderFunctionArgs;
      return module?.loader?.(args);
    };
    const { tabs } = (await load("/company", "frame")) as { tabs: { href: string }[] };
    const readable = PAGES.filter(({ tab }) => tab && tab.reads !== "admin" && tab.reads !== "company");
    expect(tabs.map(({ href }) => href).sort()).toEqual(readable.map(({ address }) => address).sort());
    expect(tabs.length).toBeGreaterThan(5);
    for (const { href } of tabs) expect(await load(href)).toBeTruthy();
    const first = await load("/company").catch((thrown: Response) => thrown.headers.get("Location"));
    expect(first).toBe("/company/people");
  });
});
