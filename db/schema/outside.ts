import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck, version } from "./columns";
import { company } from "./companies";
import { user } from "./people";

/**
 * Data fetched from external services (app/lib/external-apis). Background work writes it; pages read it here and send
 * no request to the service.
 */
export const externalCache = sqliteTable(
  "external_cache",
  {
    /** Kind of data: a forecast, a warning. */
    kind: text("kind").notNull(),
    /** Key within the kind: a location, as "44.65,-84.7". */
    key: text("key").notNull(),
    /** Parsed content of the response; null before the first response, or if it had no content. */
    body: text("body", { mode: "json" }),
    /** Time when the response arrived. */
    fetched_at: instant("fetched_at"),
    /** Time until which no new request is sent, whether the last request succeeded or not. */
    fresh_until: instant("fresh_until").notNull(),
    /** Time after which the data is no longer shown. */
    usable_until: instant("usable_until"),
    /** Failed attempts since the last success, and the reason for the newest failure. */
    failures: integer("failures").notNull().default(0),
    failure: text("failure"),
    /** Last time a page needed the data: unused data is no longer fetched. */
    last_used_at: instant("last_used_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key] }),
    check("external_cache_body", sql`${t.body} IS NULL OR json_valid(${t.body})`),
    isAtLeastCheck("external_cache_failures", t.failures, 0),
  ],
);

/**
 * Average price of a gallon of diesel in one week and region. Rows are only added: a corrected price has the next
 * `revision` and applies from then on.
 */
export const fuelPrice = sqliteTable(
  "fuel_price",
  {
    id: id(),
    /** Payer that entered the price for its own use; null for a price that applies to all companies. */
    company_id: integer("company_id").references(() => company.id),
    /** Region code of the Energy Information Administration: R20 is the Midwest (app/modules/fuel/rules/regions.ts). */
    region: text("region").notNull(),
    /** The week's Monday. */
    week_on: text("week_on").notNull(),
    /** Price in 1/1000 dollar for a gallon. */
    price_mills: integer("price_mills").notNull(),
    source: text("source").$type<"typed" | "eia" | "demo">().notNull(),
    revision: integer("revision").notNull().default(1),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("fuel_price_public").on(t.region, t.week_on, t.revision).where(sql`company_id IS NULL`),
    uniqueIndex("fuel_price_own")
      .on(t.company_id, t.region, t.week_on, t.revision)
      .where(sql`company_id IS NOT NULL`),
    isOneOfCheck("fuel_price_source", t.source, ["typed", "eia", "demo"]),
    check("fuel_price_monday", sql`strftime('%w', ${t.week_on}) = '1'`),
    check("fuel_price_amount", sql`${t.price_mills} BETWEEN 1000 AND 15000`),
    isAtLeastCheck("fuel_price_revision", t.revision, 1),
  ],
);

export const FUEL_METHODS = ["percent", "mile", "unit"] as const;

/**
 * A company's surcharge on hauling if diesel costs more than a base price (docs/settlements.md, "Fuel"). A rule never
 * changes, because loads were paid by it. A change creates a new rule, which the rates use from a later day
 * (docs/settlements.md#fuel).
 */
export const fuelRule = sqliteTable(
  "fuel_rule",
  {
    id: id(),
    /** The company that owns the rule. Prices that this company entered take precedence over general prices. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    name: text("name").notNull(),
    /** EIA code of the region whose prices the rule uses. */
    region: text("region").notNull(),
    /** Base price in 1/1000 dollar per gallon: at or below this price the surcharge is zero. */
    base_mills: integer("base_mills").notNull(),
    method: text("method").$type<(typeof FUEL_METHODS)[number]>().notNull(),
    /** Percent method: basis points of the haul pay for each full price step above the base. */
    step_mills: integer("step_mills"),
    step_points: integer("step_points"),
    /** Mile method: tenths of a mile that a truck drives per gallon. */
    mpg_tenths: integer("mpg_tenths"),
    /** Unit method: thousandths of a gallon needed to haul one unit. */
    gallon_thousandths: integer("gallon_thousandths"),
    wood_unit_type_id: integer("wood_unit_type_id"),
    /**
     * Weekday from which Monday's price applies: 1 is that Monday, 2 Tuesday, because the price is published late on
     * Monday.
     */
    from_weekday: integer("from_weekday").notNull().default(2),
    /** True if the rule can no longer be chosen; rates that use it keep it. */
    is_deleted: flag("is_deleted"),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("fuel_rule_company").on(t.company_id, t.id),
    index("fuel_rule_region").on(t.region),
    isOneOfCheck("fuel_rule_method", t.method, FUEL_METHODS),
    check("fuel_rule_base", sql`${t.base_mills} BETWEEN 1000 AND 15000`),
    check(
      "fuel_rule_percent",
      sql`(${t.method} = 'percent') = (${t.step_mills} IS NOT NULL AND ${t.step_points} IS NOT NULL)`,
    ),
    check("fuel_rule_mile", sql`(${t.method} = 'mile') = (${t.mpg_tenths} IS NOT NULL)`),
    check(
      "fuel_rule_unit",
      sql`(${t.method} = 'unit') = (${t.gallon_thousandths} IS NOT NULL AND ${t.wood_unit_type_id} IS NOT NULL)`,
    ),
    check("fuel_rule_step", sql`${t.step_mills} BETWEEN 1 AND 15000`),
    check("fuel_rule_points", sql`${t.step_points} BETWEEN 1 AND 10000`),
    check("fuel_rule_mpg", sql`${t.mpg_tenths} BETWEEN 10 AND 300`),
    check("fuel_rule_gallons", sql`${t.gallon_thousandths} BETWEEN 1 AND 100000`),
    check("fuel_rule_weekday", sql`${t.from_weekday} BETWEEN 1 AND 7`),
  ],
);
