import { eq, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { company } from "#db/schema";
import { formatCount as words } from "~/lib/text/text";
import {
  BLOCKER_REASONS,
  COMPANY_COLUMNS,
  listColumnsThat,
  SETTLED_REASON,
  TABLE_LABELS,
} from "../rules/columns";

/** Maximum number of loads, as each gets a history line in the one commit. */
export const MAX_LOADS = 1_000;

export type CompanyToJoin = {
  id: number;
  name: string;
  city: string | null;
  version: number;
  is_deleted: boolean;
  creator_company_id: number | null;
  people: number;
};

/** A table's column by its name, which comes from this program's own list. */
export const columnSql = (table: string, column: string): SQL => sql.raw(`"${table}"."${column}"`);
export const tableSql = (table: string): SQL => sql.raw(`"${table}"`);

const PEOPLE = sql<number>`(SELECT count(DISTINCT m.user_id) FROM crew f JOIN crew_member m ON m.crew_id = f.id
  WHERE f.company_id = company.id AND f.is_deleted = 0)`;

/** Read the facts shown about a company before it is joined with another. */
export async function readCompanyToJoin(read: Read, id: number): Promise<CompanyToJoin | null> {
  const [row] = await read
    .select({
      id: company.id,
      name: company.name,
      city: company.city,
      version: company.version,
      is_deleted: company.is_deleted,
      creator_company_id: company.creator_company_id,
      people: PEOPLE,
    })
    .from(company)
    .where(eq(company.id, id));
  return row ?? null;
}

/** Read several numbers at once, keyed by name. */
async function numbers(read: Read, query: Record<string, SQL>): Promise<Record<string, number>> {
  const selection = Object.fromEntries(Object.entries(query).map(([k, q]) => [k, sql<number>`(${q})`]));
  const [row] = await read.select(selection).from(sql`(SELECT 1)`);
  return Object.fromEntries(Object.keys(query).map((name) => [name, Number(row?.[name] ?? 0)]));
}

/** Number of rows that name a company, by table and column. */
export const countRows = (read: Read, id: number): Promise<Record<string, number>> =>
  numbers(
    read,
    Object.fromEntries(
      Object.keys(COMPANY_COLUMNS).map((name) => {
        const [table = "", column = ""] = name.split(".");
        return [name, sql`SELECT count(*) FROM ${tableSql(table)} WHERE ${columnSql(table, column)} = ${id}`];
      }),
    ),
  );

/** Rows of a company that move with it, as display text: tables by name, largest first. */
export function describeCounts(counts: Record<string, number>): { what: string; rows: number }[] {
  const tables = new Map<string, number>();
  for (const [table, column] of listColumnsThat("moves", "once", "apart"))
    tables.set(table, (tables.get(table) ?? 0) + (counts[`${table}.${column}`] ?? 0));
  return [...tables]
    .filter(([, rows]) => rows > 0)
    .map(([table, rows]) => ({ what: TABLE_LABELS[table] ?? table.replaceAll("_", " "), rows }))
    .sort((a, b) => b.rows - a.rows);
}

const OF_LOAD = listColumnsThat("apart")
  .filter(([table]) => table === "trip_ticket")
  .map(([table, column]) => columnSql(table, column));

/** Condition on trip_ticket for the loads that name a company. */
export const namesCompanySql = (id: number): SQL =>
  sql`(${sql.join(
    OF_LOAD.map((column) => sql`${column} = ${id}`),
    sql` OR `,
  )})`;

/** Rows both companies have of which one company may have only one. */
function clashes(from: number, to: number): Record<string, SQL> {
  const both = sql`(${from}, ${to})`;
  const swapped = (column: string) =>
    sql`CASE WHEN ${sql.raw(`a.${column}`)} = ${from} THEN ${to} ELSE ${sql.raw(`a.${column}`)} END = ${sql.raw(`b.${column}`)}`;
  const sameRate = (table: string, keys: string[]) =>
    sql`SELECT count(*) FROM ${tableSql(table)} a JOIN ${tableSql(table)} b ON b.id <> a.id
      AND ${swapped("paying_company_id")} AND ${swapped("receiving_company_id")}
      AND ${sql.raw(keys.map((k) => `a.${k} IS b.${k}`).join(" AND "))}
      WHERE ${from} IN (a.paying_company_id, a.receiving_company_id)`;
  const between = (table: string) =>
    sql`SELECT count(*) FROM ${tableSql(table)} WHERE paying_company_id IN ${both} AND receiving_company_id IN ${both}`;
  const contract = (role: string) =>
    sql.raw(`a.${role}_contract_name IS NOT NULL AND b.${role}_contract_name IS NOT NULL`);
  return {
    claims: between("amount_owed"),
    product: between("job_product_rate"),
    haul: between("job_haul_rate"),
    rules: between("settlement_rule"),
    certificates: sql`SELECT count(*) FROM certification a JOIN certification b ON a.license = b.license
      AND a.certification_type_id = b.certification_type_id AND a.is_deleted = 0 AND b.is_deleted = 0
      WHERE a.company_id = ${from} AND b.company_id = ${to}`,
    products: sameRate("job_product_rate", [
      "job_id",
      "job_product_rate_type_id",
      "paying_company_location_id",
      "product_type_id",
      "wood_species_id",
      "wood_species_type_id",
      "effective_on",
    ]),
    hauls: sameRate("job_haul_rate", ["job_destination_id", "effective_on"]),
    paid: sameRate("amount_owed", ["trip_ticket_id", "settlement_type_id", "share_no"]),
    shares: sql`SELECT count(*) FROM rate_share a JOIN rate_share b ON a.rate_table = b.rate_table AND a.rate_id = b.rate_id
      WHERE a.company_id = ${from} AND b.company_id = ${to}`,
    contracts: sql`SELECT count(*) FROM job_company a JOIN job_company b ON a.job_id = b.job_id
      WHERE a.company_id = ${from} AND b.company_id = ${to}
        AND (${contract("cut")} OR ${contract("skid")} OR ${contract("haul")})`,
    lines: sql`SELECT count(*) FROM settlement_line l JOIN amount_owed c ON c.id = l.amount_owed_id
      WHERE ${from} IN (c.paying_company_id, c.receiving_company_id)`,
    remarks: sql`SELECT count(*) FROM settlement_remark r JOIN amount_owed c ON c.id = r.amount_owed_id
      WHERE ${from} IN (c.paying_company_id, c.receiving_company_id)`,
    drafts: sql`SELECT count(*) FROM job_draft d, json_tree(d.body) j
      WHERE j.key LIKE '%company_id' AND j.value = ${from}`,
    keys: sql`SELECT count(*) FROM api_key WHERE company_id = ${from} AND revoked_at IS NULL`,
    loads: sql`SELECT count(*) FROM trip_ticket WHERE ${namesCompanySql(from)}`,
    underway: sql`SELECT (SELECT count(*) FROM bulk_run WHERE company_id IN ${both} AND finished_at IS NULL)
      + (SELECT count(*) FROM export_run WHERE company_id IN ${both} AND finished_at IS NULL)
      + (SELECT count(*) FROM settlement_run WHERE finished_at IS NULL
        AND (prepared_by_company_id IN ${both} OR paying_company_id IN ${both}))`,
  };
}

/** Reasons in words why these two can't be joined; empty if they can. */
export async function readBlockers(
  read: Read,
  from: CompanyToJoin,
  to: CompanyToJoin,
  counts: Record<string, number>,
): Promise<string[]> {
  const n = await numbers(read, clashes(from.id, to.id));
  const lines: string[] = [];
  const say = (is: boolean | number | undefined, why: string) => {
    if (is) lines.push(why);
  };
  const [a, b] = [from.name, to.name];
  say(from.id === to.id, "These are already the same company.");
  say(from.is_deleted, `${a} was deleted.`);
  say(to.is_deleted, `${b} was deleted.`);
  say(
    to.people === 0 && from.people === 0 && to.creator_company_id !== from.creator_company_id,
    `No one has joined ${b} yet, and only the company that added it can find it. Wait until it has people.`,
  );
  say(to.creator_company_id === from.id, `${b} is a contact of ${a}.`);
  const seen = new Set<string>();
  for (const [table, column] of listColumnsThat("refuses"))
    if (counts[`${table}.${column}`]) seen.add(BLOCKER_REASONS[table] ?? SETTLED_REASON);
  for (const why of seen) lines.push(`${a} ${why}`);
  say(n.lines || n.remarks, `${a} ${SETTLED_REASON}`);
  say(n.claims || n.product || n.haul || n.rules, `${a} and ${b} pay each other.`);
  say(
    n.products || n.hauls || n.paid || n.shares,
    `${a} and ${b} both have a rate or pay for the same work.`,
  );
  say(n.certificates, `${a} and ${b} have a certificate of the same number. Delete one of the two.`);
  say(n.contracts, `${a} and ${b} both have a contract for the same work on one job.`);
  say(n.drafts, `${a} is named in ${words(n.drafts ?? 0, "place")} of a job that is being set up.`);
  say(n.keys, `${a} has API keys, which would open ${b}. Have them revoked first.`);
  say(
    (n.loads ?? 0) > MAX_LOADS,
    `${a} is on ${n.loads} loads; at most ${MAX_LOADS} can be taken over at once.`,
  );
  say(
    n.underway,
    "An export, a change of many loads or a settlement run is under way. Try again when it's done.",
  );
  return [...new Set(lines)];
}

/** True if the members of the removed company will run the remaining one, because nobody has joined that one yet. */
export const isTransferringMembers = (from: CompanyToJoin, to: CompanyToJoin): boolean =>
  from.people > 0 && to.people === 0;

/** Effects of joining two companies, and reasons that block it. */
export async function readJoinPlan(read: Read, from: CompanyToJoin, to: CompanyToJoin) {
  const counts = await countRows(read, from.id);
  const why_not = await readBlockers(read, from, to, counts);
  if (why_not.length === 0 && !isTransferringMembers(from, to))
    return { from, to, counts, why_not, turned: false };
  const other_way = await readBlockers(read, to, from, await countRows(read, to.id));
  const turned = other_way.length === 0;
  // A company with people is the one to keep, unless the other one's rows can't be moved.
  if (turned && isTransferringMembers(from, to))
    why_not.push(`${from.name} has people and ${to.name} has none. Join them the other way.`);
  return { from, to, counts, why_not, turned };
}
