import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { crew, crewMember, crewPermission } from "#db/schema";
import { openDemoDatabase } from "#db/testing/test-database";
import { API_CALLS } from "~/api/calls.server";
import { handleApiRequest } from "~/api/serve.server";
import {
  type CompanyPermissions,
  createUnsetFlags,
  ENTITIES,
  type Entity,
} from "~/lib/access/crew-permissions";
import { type KnownPage, listFrames, PAGES } from "~/pages";
import { identifyCaller, type RouteArgs } from "~/web/context.server";
import { startSession } from "~/web/session.server";
import { COMPANY, FLAGGED, HAULER, LOGGER, OWNER, PLANTED, wordsKeptFrom, wordsOf } from "../testing/planted";

/**
 * With a read flag off, no page or call of the whole app reveals the data that the flag protects. Words are planted in
 * the demo, one for each flag; a person in a crew that lacks one flag opens every address that reads and checks that
 * flag. An address that never checks it gives everyone the same response, so its words are searched in the response to
 * a person with all flags. That person must find each word somewhere; a word that appears nowhere proves nothing.
 */
type Module = { loader?: (args: LoaderFunctionArgs) => unknown };
const modules = import.meta.glob<Module>("/app/modules/**/routes/*.{ts,tsx}");

/** Calls that read, but are posts because their input is long. */
const SEARCHES: Record<string, object> = {
  "/api/company/search": { searchTerm: "", include: "location", take: 50 },
  "/api/jobs/search": { take: 50 },
  "/api/trip-tickets/search": { take: 50 },
  "/api/location/search": { latitude: 44.8, longitude: -84.8, take: 50 },
};
/** Left out because it writes as it reads: started and finished runs are covered by other tests. */
const LEFT_OUT = new Set(["../people/pages/logout.tsx"]);

let db: Database;
/** Database requests since this was emptied. */
let requests: string[] = [];
const params: Record<string, string> = {};

beforeAll(async () => {
  db = await openDemoDatabase({ logger: { logQuery: (sql) => void requests.push(sql) } });
  for (const { sql } of PLANTED) for (const statement of sql) await db.client.execute(statement);
  for (const [name, value] of PLANTED.flatMap((planted) => Object.entries(planted.params ?? {})))
    params[name] = /^select /i.test(value)
      ? String((await db.client.execute(value)).rows[0]?.id ?? 0)
      : value;
});

/** A person in one crew of a company that lacks some read flags; its create flags stay. */
async function readerWithout(entities: readonly Entity[], company_id = COMPANY): Promise<string> {
  const timestamp = new Date().toISOString();
  const crew_id = await insertRow(db, crew, { company_id, name: `Lacks ${entities}`, created_at: timestamp });
  for (const [i, name] of ENTITIES.entries()) {
    const set = createUnsetFlags(name);
    await insertRow(db, crewPermission, {
      crew_id,
      entity_id: i + 1,
      can_create: set.create,
      can_read: !entities.includes(name),
      can_update: set.update,
      can_delete: set.delete,
    });
  }
  const user = await makeUser(db);
  await insertRow(db, crewMember, { crew_id, user_id: user, created_at: timestamp });
  const cookie = await startSession(new Request("http://localhost/"), user, company_id);
  return cookie.split(";")[0] ?? "";
}

/** Text of an address's response or refusal; whether it was refused; and the entities whose flags it checked. */
type Answer = { text: string; refused: boolean; asks: ReadonlySet<string> };

/**
 * Return the response, and the entities whose flags were checked on the way. Code that reads the flags directly from
 * where they are stored counts as having checked all of them.
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

/** Ids of submissions and hashes, in which any number may be found. */
const RANDOM = /[0-9a-f-]{32,}/g;

/** Calls about rows that don't exist here, or that need more in their address. */
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

/** Response of a call that reads, and whether it reads; null if the address has none. */
async function callAnswer(path: string, cookie: string): Promise<Answer | null> {
  const search = SEARCHES[path];
  if (!search && !API_CALLS[path]?.GET) return null;
  const id = path.startsWith("/api/trip-tickets") ? params.ticketId : params.jobId;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String({ ...params, id }[name]));
  // Calls have no parameters other than those that they declare.
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

/** Return the response of every address. */
async function crawl(cookie: string, lacking?: { entity: Entity; full: ReadonlyMap<string, Answer> }) {
  /** An address that never checked the flag for somebody who has it responds the same to somebody who lacks it. */
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
/** Response of every address to somebody who may read everything. */
function full() {
  whole ??= readerWithout([]).then((cookie) => crawl(cookie));
  return whole;
}

const told = (answers: ReadonlyMap<string, Answer>) => ({
  pages: new Map([...answers].map(([name, { text }]) => [name, text])),
  refusing: new Set([...answers].flatMap(([name, { refused }]) => (refused ? [name] : []))),
});

const fileOf = ({ noun }: KnownPage, module: string) => `/app/modules/${noun}/routes/${module}`;

/** The modules of the frames around each page. */
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

describe.skipIf(process.env.TEST_TRANSPORT === "sqld")("a crew that may not read something", () => {
  test("finds every planted word somewhere while it may", { timeout: 240_000 }, async () => {
    const { pages, refusing } = told(await full());
    const calls = (names: Iterable<string>) => [...names].filter((name) => name.startsWith("/api/")).sort();
    expect(calls(pages.keys()).length).toBeGreaterThan(60);
    expect(calls(refusing)).toEqual(NOT_ANSWERED);
    const text = [...pages.values()].join("\n");
    for (const entity of FLAGGED) for (const word of wordsOf(entity)) expect(text, word).toContain(word);
  });

  test.each(FLAGGED)("finds nothing of it anywhere: %s", { timeout: 240_000 }, async (entity) => {
    const leaks: string[] = [];
    const { pages, refusing } = told(
      await crawl(await readerWithout([entity]), { entity, full: await full() }),
    );
    for (const [name, text] of pages) {
      const message = text.replace(RANDOM, "");
      for (const word of wordsKeptFrom(name, entity))
        if (message.includes(word)) leaks.push(`${name}: ${word}`);
    }
    expect(leaks).toEqual([]);
    const shut = PAGES.filter(
      (page) => pages.has(fileOf(page, page.page)) && !refusing.has(fileOf(page, page.page)),
    )
      .filter((page) => FRAMES.get(page)?.some((frame) => refusing.has(frame)))
      .map(({ address }) => address);
    expect(shut, "pages whose frame refuses people that they let in").toEqual([]);
  });

  const READ_ALONE: (Entity | null)[] = [null, "job", "trip_ticket", "settlement"];
  test.each(
    [COMPANY, LOGGER, HAULER, OWNER].flatMap((company) =>
      READ_ALONE.map((reads) => ({ company, reads, lacking: ENTITIES.filter((entity) => entity !== reads) })),
    ),
  )(
    "of company $company that may read only $reads finds nothing else",
    { timeout: 240_000 },
    async ({ company, reads, lacking }) => {
      const { pages } = told(await crawl(await readerWithout(lacking, company)));
      const leaks = [...pages].flatMap(([name, text]) => {
        const shown = text.replace(RANDOM, "");
        const words = FLAGGED.filter((entity) => lacking.includes(entity)).flatMap((entity) =>
          reads ? wordsKeptFrom(name, entity) : wordsOf(entity),
        );
        return words.filter((word) => shown.includes(word)).map((word) => `${name}: ${word}`);
      });
      expect(leaks).toEqual([]);
    },
  );

  test("of the company itself keeps the tabs of what it may read", { timeout: 240_000 }, async () => {
    const cookie = await readerWithout(["company"]);
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
