import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { company } from "./companies";
import { user } from "./people";

/** A company's API key. The secret is shown once; only its SHA-256 is stored. */
export const apiKey = sqliteTable(
  "api_key",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    name: text("name").notNull(),
    client_key: text("client_key").notNull(),
    secret_hash: text("secret_hash").notNull(),
    /** Id of the form that created the key, so that a form sent twice creates only one key. */
    form_id: text("form_id").notNull(),
    creator_user_id: integer("creator_user_id")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
    last_used_at: instant("last_used_at"),
    revoked_at: instant("revoked_at"),
  },
  (t) => [
    uniqueIndex("api_key_client_key").on(t.client_key),
    uniqueIndex("api_key_form").on(t.form_id),
    index("api_key_company").on(t.company_id),
  ],
);
