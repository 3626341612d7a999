import { createHmac } from "node:crypto";
import sharp from "sharp";
import { getDay } from "../../../app/lib/time/time";
import { TEST_SECRETS } from "../../../scripts/serve";
import { advanceSetupToSorts } from "../../support/setting-up";
import type { Answer, Caller } from "./caller";
import { listForms, preparePlaceholderPaths } from "./forms";
import type { PlaceholderName } from "./names";

type Values = Record<string, string>;

/** Submit the first form of a page that has these fields, leave its other fields unchanged, and follow the redirect. */
async function fill(person: Caller, path: string, values: Values): Promise<Answer> {
  const forms = listForms(await person.get(path));
  const form = forms.find(({ fields }) =>
    Object.keys(values).every((name) => fields.some((f) => f.name === name)),
  );
  if (!form) throw new Error(`${path} has no form with ${Object.keys(values)}.`);
  const hidden = form.fields.filter(({ kind }) => kind !== "checkbox" && kind !== "file");
  const sent: Values = { ...Object.fromEntries(hidden.map(({ name, value }) => [name, value])), ...values };
  const answer = await person.ask(form.action, {
    ...(form.upload ? { parts: sent } : { form: sent }),
    follow: true,
  });
  if (answer.status >= 400)
    throw new Error(
      `${path} was answered ${answer.status}: ${/<div[^>]*role="alert".*?<\/div>/s.exec(answer.text)?.[0]}`,
    );
  return answer;
}

/** Send an API call, and return the id of the row that it created. */
async function made(person: Caller, path: string, sent: Parameters<Caller["ask"]>[1]): Promise<number> {
  const { status, text } = await person.ask(path, sent);
  const [, id] = /"(?:comment|photo)_id":(\d+)/.exec(text) ?? /"id":(\d+)/.exec(text) ?? [];
  if (status >= 300 || !id) throw new Error(`${path} was answered ${status}: ${text.slice(0, 200)}`);
  return Number(id);
}

const linkIn = (html: string, pattern: RegExp): string => {
  const text = pattern.exec(html)?.[1];
  if (!text) throw new Error(`No link like ${pattern}.`);
  return text;
};

/** Return the address in a printed code, in the old format without the printed values. */
function verification(kind: "trip-ticket" | "sheet", id: string): string {
  const [kid = "", secret = ""] = TEST_SECRETS.QR_KEYS.split(":");
  const mac = createHmac("sha256", secret).update(`${kind}:${id}`).digest("base64url").slice(0, 22);
  return `/verify/${kind}s/${id}?sig=${kid}.${mac}`;
}

const CONTACT = { first_name: "Ada", last_name: "Koski", phone_number: "9065550177" };
const picture = async () =>
  new Blob([
    await sharp({ create: { width: 40, height: 40, channels: 3, background: "#246" } })
      .jpeg()
      .toBuffer(),
  ]);

/** Create a statement, an adjustment, a deduction rule, a batch of statements, and pay for loads. */
async function settledBy(manager: Caller): Promise<Partial<Record<PlaceholderName, string>>> {
  const period_end = getDay(new Date(), "America/Detroit");
  const item = { receiving_company_id: 2, amount: "12.50", words: "Road work" };
  const at = (part: string) => `/api/settlements/${part}`;
  const add = (part: string, json: object) => made(manager, at(part), { json });
  await add("adjustments", { ...item, kind: "addition", due_on: "2026-01-01" });
  const later = await add("adjustments", { ...item, kind: "addition", due_on: "2099-01-01" });
  const rule = await add("rules", { ...item, kind: "deduction", starts_on: "2099-01-01" });
  type Previewed = { receiving_company_id: number; total_cents: number; line_count: number };
  const make = async (more: object) => {
    const { text } = await manager.ask(at("preview"), { json: { period_end } });
    const open: Previewed[] = JSON.parse(text).receivers;
    const receivers = open.map((r) => ({
      receiving_company_id: r.receiving_company_id,
      expected_cents: r.total_cents,
      expected_lines: r.line_count,
    }));
    const { text: answer } = await manager.ask(at("runs"), {
      json: { period_end, receivers: receivers.slice(0, 1), ...more },
    });
    return JSON.parse(answer);
  };
  const { id: statement } = await make({});
  const { settlement_run_id: run } = await make({ is_beside: true });
  const found = async (part: string, dto: object) => {
    const { text } = await manager.ask(at(`${part}search`), { json: { dto, take: 1 } });
    return JSON.parse(text).trip_ticket_settlements[0].trip_ticket_settlement;
  };
  const claim = async (dto: object) => (await found("", dto)).id;
  return {
    settled: `/settlements/statements/${statement}`,
    paid: `/trip-tickets/${(await found("paid/", {})).trip_ticket_id}`,
    claim: `/settlements/claims/${await claim({ company_ids: [1] })}`,
    lacking: `/settlements/claims/${await claim({ has_problem: true })}`,
    adjustment: `/settlements/adjustments/${later}`,
    settlement_rule: `/settlements/rules/${rule}`,
    settlement_run: `/settlements/runs/${run}`,
  };
}

/** Address where a super user views as the manager's company, after entering a reason. */
async function seenAs(superUser: Caller): Promise<string> {
  await fill(superUser, "/admin/companies/1/as", { reason: "Looked at by a test" });
  return "/admin/companies/1/as";
}

/**
 * Submit the form that creates a land owner's link code for the first job; return the addresses of the link's page and
 * of the code.
 */
async function ownerLinkOf(manager: Caller) {
  const company = linkIn(await manager.read("/jobs/1/owner/links/new"), /<option value="(\d+)"/);
  const sent = { json: { company_id: Number(company), name: "Ada Koski" } };
  const { text } = await manager.ask("/api/jobs/1/owner-links", sent);
  const [, id = "", code = ""] = /"id":(\d+),.*"code":"([\w-]+)"/.exec(text) ?? [];
  return { owner_link: `/jobs/1/owner/links/${id}`, owner_code: `/owner/${code}` };
}

/** Return the address in the link of a demo invoice. */
function invoiceLink(id: number): string {
  const [kid = "", secret = ""] = TEST_SECRETS.QR_KEYS.split(":");
  const mac = createHmac("sha256", secret).update(`invoice:${id}`).digest("base64url").slice(0, 22);
  return `/i/${id}?sig=${kid}.${mac}`;
}

/**
 * Create, as the manager, records that the demo lacks. Return a function that fills their ids into paths like
 * `{comment}` or `{book}/print`. Afterward `preparePlaceholderPaths` can find all of its own records.
 */
export async function createTestRecords(
  manager: Caller,
  superUser: Caller,
): Promise<(path: string) => string> {
  const owner = { name: "Koski Estate", contact_first_name: "Ada", contact_last_name: "Koski" };
  await made(manager, "/api/land-owners", { json: { ...owner, contact_phone_number: "9065550177" } });
  const addressOf = await preparePlaceholderPaths(manager);
  const ticket = /\d+/.exec(addressOf("{available}"))?.[0] ?? "";
  const [words, photo] = [{ content: "Snow on the landing" }, { photo: await picture() }];

  const book = new URL((await fill(manager, "/jobs/1/sheets", { sheets: "3" })).url).pathname;
  const [sheet = "", voided = ""] = [
    ...(await manager.read(book)).matchAll(/href="(\/sheets\/\d+)\/voiding"/g),
  ].map(([, path]) => path ?? "");
  await fill(manager, `${voided}/voiding`, { reason: "wet" });
  const keys = await fill(manager, "/company/api-keys", { name: "Looked at" });
  await fill(manager, "/company/invite", { ...CONTACT, email: "ada@example.test" });
  await fill(manager, "/jobs/1/companies/new", { ...CONTACT, name: "Koski Cutting", roles: "is_hauler" });
  await fill(manager, "/trip-tickets/filters?query=scaled%3Dno", { name: "Not scaled" });
  const statement = await made(manager, "/api/trip-tickets/reconcile", {
    json: { mill_company_id: 5, text: "Ticket,Date,Net\n1,2026-11-16,42000" },
  });
  const columns = { trip_ticket_number: "Ticket", net: "Net" };
  await made(manager, `/api/trip-tickets/reconcile/${statement}`, { method: "PUT", json: columns });
  const loads = await made(manager, "/api/trip-tickets/imports", {
    json: { job_id: 1, text: "Date,Mill,Net\n11/16/2025,Nowhere,54800\n11/17/2025,,50000" },
  });
  const meant = { day: "Date", destination: "Mill", net: "Net", weights: "lb" };
  await fill(manager, `/trip-tickets/imports/${loads}/columns`, meant);
  await advanceSetupToSorts(manager);
  const method = { version: "1", intent: "method", location_method: "pin" };
  await manager.post("/jobs/create/map", method);
  await fill(manager, "/jobs/create/map", { coordinates: "44.6483, -84.7091" });
  const match: Partial<Record<PlaceholderName, string>> = {
    ...(await settledBy(manager)),
    linked: invoiceLink(4),
    ...(await ownerLinkOf(manager)),
    job_comment: `/jobs/1/comments/${await made(manager, "/api/jobs/1/comments", { json: words })}`,
    comment: `/trip-tickets/${ticket}/comments/${await made(manager, `/api/trip-tickets/${ticket}/comments`, { json: words })}`,
    job_photo: `/jobs/1/photos/${await made(manager, "/api/jobs/1/photos", { parts: photo })}`,
    photo: `/trip-tickets/${ticket}/photos/${await made(manager, `/api/trip-tickets/${ticket}/photos`, { parts: photo })}`,
    book,
    sheet,
    voided,
    eyes: await seenAs(superUser),
    key: linkIn(keys.text, /href="(\/company\/api-keys\/\d+)\/revocation"/),
    invitation: linkIn(await manager.read("/company/people"), /href="(\/company\/invitations\/\d+)\/link"/),
    contractor: linkIn(
      await manager.read("/jobs/1/companies"),
      /href="(\/jobs\/1\/companies\/\d+)\/invitation"/,
    ),
    filter: linkIn(
      await manager.read("/trip-tickets/filters"),
      /href="(\/trip-tickets\/filters\/\d+)\/deletion"/,
    ),
    setup_contract: linkIn(
      await manager.read("/jobs/create/companies?section=cutter"),
      /href="(\/jobs\/create\/contract[^"]+)"/,
    ).replaceAll("&amp;", "&"),
    statement: `/trip-tickets/reconcile/${statement}`,
    import: `/trip-tickets/imports/${loads}`,
    export: `/trip-tickets/exports/${await made(manager, "/api/trip-tickets/export", { json: {} })}`,
    bulk: `/trip-tickets/bulk/${await made(manager, "/api/trip-tickets/bulk", {
      json: { act: "priority", ids: [Number(ticket)], trip_ticket_priority_id: 1 },
    })}`,
    made: `/trip-tickets/made?count=1&first=${await made(manager, "/api/trip-tickets", {
      json: { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 },
    })}`,
    verification: verification("trip-ticket", ticket),
    sheet_verification: verification("sheet", sheet.split("/").at(-1) ?? ""),
  };
  return (path) => addressOf(path.replace(/\{(\w+)\}/, (name, key: PlaceholderName) => match[key] ?? name));
}
