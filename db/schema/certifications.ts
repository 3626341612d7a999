import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, version } from "./columns";
import { company } from "./companies";
import { user } from "./people";
import { certificationType, productClaim } from "./reference";

export const certification = sqliteTable(
  "certification",
  {
    id: id(),
    /** The holder. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    certification_type_id: integer("certification_type_id")
      .notNull()
      .references(() => certificationType.id),
    license: text("license").notNull(),
    product_claim_id: integer("product_claim_id").references(() => productClaim.id),
    expires_at: instant("expires_at"),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [index("certification_company").on(t.company_id)],
);

/** A certification that a company may use: its own, or one that belongs to another company. */
export const companyCertification = sqliteTable(
  "company_certification",
  {
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    certification_id: integer("certification_id")
      .notNull()
      .references(() => certification.id),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.certification_id] })],
);

/** A group of companies that work under one certificate, managed by the certificate's holder. */
export const certificationGroup = sqliteTable(
  "certification_group",
  {
    id: id(),
    certification_id: integer("certification_id")
      .notNull()
      .references(() => certification.id),
    /** The holder. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    name: text("name").notNull(),
    is_deleted: flag("is_deleted"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("certification_group_company").on(t.company_id),
    index("certification_group_certification").on(t.certification_id),
  ],
);

/**
 * A company's request to work under another company's certificate, in a group; pending until answered. An accepted
 * request is a membership.
 */
export const certificationRequest = sqliteTable(
  "certification_request",
  {
    id: id(),
    certification_group_id: integer("certification_group_id")
      .notNull()
      .references(() => certificationGroup.id),
    /** Company that makes the request. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
    accepted_at: instant("accepted_at"),
    rejected_at: instant("rejected_at"),
    ended_at: instant("ended_at"),
  },
  (t) => [
    index("certification_request_company").on(t.company_id),
    uniqueIndex("certification_request_open")
      .on(t.certification_group_id, t.company_id)
      .where(sql`rejected_at IS NULL AND ended_at IS NULL`),
  ],
);
