import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, version } from "./columns";
import { user } from "./people";
import { feature, permissionEntity, usState } from "./reference";

export const company = sqliteTable(
  "company",
  {
    id: id(),
    name: text("name").notNull(),
    logo_url: text("logo_url"),
    ein: text("ein"),
    bio: text("bio"),
    address: text("address"),
    city: text("city"),
    us_state_id: integer("us_state_id").references(() => usState.id),
    phone: text("phone"),
    contact_first_name: text("contact_first_name"),
    contact_last_name: text("contact_last_name"),
    contact_phone_number: text("contact_phone_number"),
    is_land_owner: flag("is_land_owner"),
    is_land_manager: flag("is_land_manager"),
    is_cutter: flag("is_cutter"),
    is_skidder: flag("is_skidder"),
    is_hauler: flag("is_hauler"),
    is_mill: flag("is_mill"),
    /** Default number of tons in a load, stored to thousandths; 55 if the company has not set it. */
    default_load_amount: real("default_load_amount"),
    force_drop_off: flag("force_drop_off"),
    /** The company that recorded this company as a land owner without users. Other companies can't find this company. */
    creator_company_id: integer("creator_company_id").references((): AnySQLiteColumn => company.id),
    /** The user who created the company. A user gets one trial, however many companies they create. */
    founder_user_id: integer("founder_user_id").references((): AnySQLiteColumn => user.id),
    on_behalf_of_company_id: integer("on_behalf_of_company_id").references((): AnySQLiteColumn => company.id),
    /** The company that this one was merged into by the site's operators. */
    merged_into_company_id: integer("merged_into_company_id").references((): AnySQLiteColumn => company.id),
    is_professional: flag("is_professional"),
    /** True if the company's admins must sign in with a second factor. */
    requires_second_factor: flag("requires_second_factor"),
    /** File quota in megabytes, if the operator set one that differs from the default. */
    file_quota_megabytes: integer("file_quota_megabytes"),
    is_deleted: flag("is_deleted"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("company_name").on(t.name),
    index("company_creator").on(t.creator_company_id),
    index("company_founder").on(t.founder_user_id),
    index("company_on_behalf").on(t.on_behalf_of_company_id).where(sql`on_behalf_of_company_id IS NOT NULL`),
    isAtLeastCheck("company_load", t.default_load_amount, 0.001),
  ],
);

export const crew = sqliteTable(
  "crew",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    name: text("name").notNull(),
    is_primary: flag("is_primary"),
    is_deleted: flag("is_deleted"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("crew_company").on(t.company_id),
    uniqueIndex("crew_primary").on(t.company_id).where(sql`is_primary = 1`),
  ],
);

export const crewMember = sqliteTable(
  "crew_member",
  {
    crew_id: integer("crew_id")
      .notNull()
      .references(() => crew.id),
    user_id: integer("user_id")
      .notNull()
      .references((): AnySQLiteColumn => user.id),
    created_at: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.crew_id, t.user_id] }), index("crew_member_user").on(t.user_id)],
);

/** A user's request to join a company; pending while it is neither accepted nor rejected. */
export const crewMemberRequest = sqliteTable(
  "crew_member_request",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    user_id: integer("user_id")
      .notNull()
      .references((): AnySQLiteColumn => user.id),
    created_at: instant("created_at").notNull(),
    accepted_at: instant("accepted_at"),
    rejected_at: instant("rejected_at"),
    responder_user_id: integer("responder_user_id").references((): AnySQLiteColumn => user.id),
  },
  (t) => [
    index("crew_member_request_user").on(t.user_id),
    uniqueIndex("crew_member_request_pending")
      .on(t.company_id, t.user_id)
      .where(sql`accepted_at IS NULL AND rejected_at IS NULL`),
  ],
);

export const crewPermission = sqliteTable(
  "crew_permission",
  {
    crew_id: integer("crew_id")
      .notNull()
      .references(() => crew.id),
    entity_id: integer("entity_id")
      .notNull()
      .references(() => permissionEntity.id),
    can_create: flag("can_create"),
    can_read: flag("can_read"),
    can_update: flag("can_update"),
    can_delete: flag("can_delete"),
  },
  (t) => [primaryKey({ columns: [t.crew_id, t.entity_id] })],
);

export const companyFeatureAccess = sqliteTable(
  "company_feature_access",
  {
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    feature_id: integer("feature_id")
      .notNull()
      .references(() => feature.id),
    is_active: flag("is_active"),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at"),
    /** True if access depends on a Stripe subscription and ends with it; false for granted or trial features. */
    is_subscribed: flag("is_subscribed"),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.feature_id] })],
);
