import { eq, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { company } from "#db/schema";
import { formatCount as words } from "~/lib/text/text";
import {
  BLOCKER_REASONS,
  COMPANY_COLUMNS,
  listColumnsByTreatment,
  SETTLED_REASON,
  TABLE_LABELS,
} from "../rules/columns";

/** Maximum number of loads in a merge, since one commit adds a history entry to each. */
export const MAX_MERGED_LOADS = 1_000;

export type CompanyToMerge = {
  id: number;
  name: string;
  city: string | null;
  version: number;
  is_deleted: boolean;
  creator_company_id: number | null;
  people: number;
};

/** Return the SQL of a table's column; table and column names come only from this program's own list. */
export const buildColumnSql = (table: string, column: string): SQL => sql.raw(`"${table}"."${column}"`);
export const buildTableSql = (table: string): SQL => sql.raw(`"${table}"`);

const PEOPLE = sql<number>`(SELECT count(DISTINCT m.user_id) FROM crew f JOIN crew_member m ON m.crew_id = f.id
  WHERE f.company_id = company.id AND f.is_deleted = 0)`;

/** Read the facts about a company that are shown before a merge. */
export async function readCompanyToMerge(read: Read, id: number): Promise<CompanyToMerge | null> {
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

/** Count the rows that name a company, by table and column. */
export const countCompanyRows = (read: Read, id: number): Promise<Record<string, number>> =>
  numbers(
    read,
    Object.fromEntries(
      Object.keys(COMPANY_COLUMNS).map((name) => {
        const [table = "", column = ""] = name.split(".");
        return [
          name,
          sql`SELECT count(*) FROM ${buildTableSql(table)} WHERE ${buildColumnSql(table, column)} = ${id}`,
        ];
      }),
    ),
  );

/** Describe the rows that move in a merge: display name and number of rows for each table, largest first. */
export function describeCounts(counts: Record<string, number>): { what: string; rows: number }[] {
  const tables = new Map<string, number>();
  for (const [table, column] of listColumnsByTreatment("moves", "once", "apart"))
    tables.set(table, (tables.get(table) ?? 0) + (counts[`${table}.${column}`] ?? 0));
  return [...tables]
    .filter(([, rows]) => rows > 0)
    .map(([table, rows]) => ({ what: TABLE_LABELS[table] ?? table.replaceAll("_", " "), rows }))
    .sort((a, b) => b.rows - a.rows);
}

const OF_LOAD = listColumnsByTreatment("apart")
  .filter(([table]) => table === "trip_ticket")
  .map(([table, column]) => buildColumnSql(table, column));

/** SQL condition on trip_ticket for loads that name a company. */
export const buildTicketNamesCompanySql = (id: number): SQL =>
  sql`(${sql.join(
    OF_LOAD.map((column) => sql`${column} = ${id}`),
    sql` OR `,
  )})`;

/**
 * Count rows that both companies have although one company may have only one, and count other data that prevents a
 * merge.
 */
function clashes(from: number, to: number): Record<string, SQL> {
  const both = sql`(${from}, ${to})`;
  const swapped = (column: string) =>
    sql`CASE WHEN ${sql.raw(`a.${column}`)} = ${from} THEN ${to} ELSE ${sql.raw(`a.${column}`)} END = ${sql.raw(`b.${column}`)}`;
  const sameRate = (table: string, keys: string[]) =>
    sql`SELECT count(*) FROM ${buildTableSql(table)} a JOIN ${buildTableSql(table)} b ON b.id <> a.id
      AND ${swapped("paying_company_id")} AND ${swapped("receiving_company_id")}
      AND ${sql.raw(keys.map((k) => `a.${k} IS b.${k}`).join(" AND "))}
      WHERE ${from} IN (a.paying_company_id, a.receiving_company_id)`;
  const between = (table: string) =>
    sql`SELECT count(*) FROM ${buildTableSql(table)} WHERE paying_company_id IN ${both} AND receiving_company_id IN ${both}`;
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
    loads: sql`SELECT count(*) FROM trip_ticket WHERE ${buildTicketNamesCompanySql(from)}`,
    underway: sql`SELECT (SELECT count(*) FROM bulk_run WHERE company_id IN ${both} AND finished_at IS NULL)
      + (SELECT count(*) FROM export_run WHERE company_id IN ${both} AND finished_at IS NULL)
      + (SELECT count(*) FROM settlement_run WHERE finished_at IS NULL
        AND (prepared_by_company_id IN ${both} OR paying_company_id IN ${both}))`,
  };
}

/** List the reasons why two companies can't be merged, as text; empty if they can. */
export async function readMergeBlockers(
  read: Read,
  from: CompanyToMerge,
  to: CompanyToMerge,
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
  for (const [table, column] of listColumnsByTreatment("refuses"))
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
    (n.loads ?? 0) > MAX_MERGED_LOADS,
    `${a} is on ${n.loads} loads; at most ${MAX_MERGED_LOADS} can be taken over at once.`,
  );
  say(
    n.underway,
    "An export, a change of many loads or a settlement run is under way. Try again when it's done.",
  );
  return [...new Set(lines)];
}

/**
 * Check whether the removed company's members become the members of the remaining company, because the remaining
 * company has none yet.
 */
export const isTransferringMembers = (from: CompanyToMerge, to: CompanyToMerge): boolean =>
  from.people > 0 && to.people === 0;

/** Read the effects of merging two companies, and the reasons that prevent it. */
export async function readMergePlan(read: Read, from: CompanyToMerge, to: CompanyToMerge) {
  const counts = await countCompanyRows(read, from.id);
  const why_not = await readMergeBlockers(read, from, to, counts);
  if (why_not.length === 0 && !isTransferringMembers(from, to))
    return { from, to, counts, why_not, turned: false };
  const other_way = await readMergeBlockers(read, to, from, await countCompanyRows(read, to.id));
  const turned = other_way.length === 0;
  // Keep the company with members, unless the other company's rows can't be moved.
  if (turned && isTransferringMembers(from, to))
    why_not.push(`${from.name} has people and ${to.name} has none. Join them the other way.`);
  return { from, to, counts, why_not, turned };
}
