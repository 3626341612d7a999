import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";

/** A table that triggers keep (docs/derived-data.md), and the query that computes its rows. */
export type DerivedTable = {
  name: string;
  columns: readonly string[];
  /** Query for the rows as they should be. It may read the tables before it in the same group. */
  fresh: string;
  /** Order in which to insert the rows, so that the primary key grows evenly. */
  order?: string;
  /** Query for the rows as they are, if not simply the table's columns. */
  stored?: string;
};

/** Maximum difference in degrees between a box and its source, since an R*Tree rounds to 32-bit floats. */
const ROUNDING = 0.0001;

/** Return an R*Tree's table: `columns` maps each of its columns to the column of `source` that it copies. */
function describeBox(name: string, source: string, columns: Record<string, string>): DerivedTable {
  const pairs = Object.entries(columns);
  const copied = pairs.map(([column, from]) => `${from} AS ${column}`);
  const compared = pairs.map(
    ([column, from]) =>
      `iif(abs(b.${column} - s.${from}) < ${ROUNDING}, s.${from}, b.${column}) AS ${column}`,
  );
  return {
    name,
    columns: ["id", ...Object.keys(columns)],
    fresh: `SELECT id, ${copied.join(", ")} FROM ${source}`,
    stored: `SELECT b.id, ${compared.join(", ")} FROM main.${name} b LEFT JOIN ${source} s ON s.id = b.id`,
  };
}

const SIDES = { west: "west", east: "east", south: "south", north: "north" };

/**
 * All derived tables, in groups that depend on each other: within a group a table comes after those that it is computed
 * from. Rows of a counter that say 0 are left over from deleted rows and mean nothing.
 */
export const DERIVED_TABLE_GROUPS: readonly (readonly DerivedTable[])[] = [
  [
    {
      name: "ticket_company",
      columns: ["company_id", "last_modified_at", "ticket_id", "status"],
      fresh: "SELECT DISTINCT company_id, last_modified_at, trip_ticket_id, status FROM trip_ticket_reader",
      order: "1, 2 DESC, 3 DESC",
    },
    {
      name: "company_status_count",
      columns: ["company_id", "status", "n"],
      fresh: "SELECT company_id, status, count(*) FROM ticket_company GROUP BY 1, 2",
      stored: "SELECT company_id, status, n FROM main.company_status_count WHERE n <> 0",
    },
    {
      name: "company_delivery",
      columns: [
        "company_id",
        "at",
        "ticket_id",
        "job_id",
        "job_destination_id",
        "product_type_id",
        "wood_species_id",
        "cutter_company_id",
        "skidder_company_id",
        "hauler_company_id",
        "hauler_user_id",
        "wood_species_type_id",
        "volume",
        "unit",
        "is_scaled",
        "net_pounds",
        "haul_minutes",
      ],
      fresh: `SELECT c.company_id, d.* FROM ticket_company c CROSS JOIN ticket_delivery d ON d.ticket_id = c.ticket_id
        WHERE c.status = ${STATUS.completed}`,
      order: "1, 2, 3",
    },
    {
      name: "company_late_delivery",
      columns: ["company_id", "at", "ticket_id"],
      // The row of zeros says that the table was filled.
      fresh: `SELECT d.company_id, d.at, d.ticket_id FROM company_delivery d
          CROSS JOIN trip_ticket t ON t.id = d.ticket_id
        WHERE unixepoch(t.created_at) > d.at UNION ALL SELECT 0, 0, 0`,
    },
    {
      name: "company_job_total",
      columns: [
        "company_id",
        "job_id",
        "product_type_id",
        "wood_species_id",
        "wood_species_type_id",
        "unit",
        "loads",
        "volume",
        "unscaled",
      ],
      fresh: `SELECT c.company_id, d.job_id, d.product_type_id, d.wood_species_id, d.wood_species_type_id, d.unit,
          count(*), sum(d.volume), sum(d.unscaled)
        FROM ticket_company c CROSS JOIN completed_ticket d ON d.ticket_id = c.ticket_id
        WHERE c.status = ${STATUS.completed} GROUP BY 2, 1, 3, 4, 5, 6`,
    },
  ],
  [
    {
      name: "company_job",
      columns: ["company_id", "is_pending", "created_at", "job_id", "status"],
      fresh: "SELECT DISTINCT company_id, is_pending, created_at, job_id, status FROM company_job_rows",
      order: "1, 2, 3 DESC, 4",
    },
    {
      name: "company_job_count",
      columns: ["company_id", "is_pending", "status", "n"],
      fresh: "SELECT company_id, is_pending, status, count(*) FROM company_job GROUP BY 1, 2, 3",
      stored: "SELECT company_id, is_pending, status, n FROM main.company_job_count WHERE n <> 0",
    },
  ],
  [
    {
      name: "job_search_word",
      columns: ["prefix", "job_id", "company_id"],
      fresh: "SELECT DISTINCT prefix, job_id, company_id FROM job_search_word_rows",
      order: "1, 2, 3",
    },
  ],
  [describeBox("plss_township_box", "plss_township", SIDES)],
  [describeBox("plss_section_box", "plss_section", SIDES)],
  [describeBox("ground_feature_box", "ground_feature", { ...SIDES, least: "rank", most: "rank" })],
];

/**
 * Return the statements that empty and refill a group's tables. They work with and without triggers: all tables are
 * emptied before the first is filled, so that a wrong row collides with none that a trigger adds.
 */
export function getRefillStatements(group: readonly DerivedTable[]): string[] {
  const empty = ({ name }: DerivedTable) => `DELETE FROM ${name}`;
  const fill = ({ name, columns, fresh, order }: DerivedTable) =>
    `INSERT INTO ${name} (${columns.join(", ")}) ${fresh}${order ? ` ORDER BY ${order}` : ""}`;
  return [...[...group].reverse().map(empty), ...group.flatMap((table) => [empty(table), fill(table)])];
}

/** Statements that recompute every derived table, for example after rows were inserted without triggers. */
export const REFILL_DERIVED: readonly string[] = DERIVED_TABLE_GROUPS.flatMap(getRefillStatements);
