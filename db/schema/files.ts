import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { company } from "./companies";
import { user } from "./people";

/** Metadata of a stored file; the bytes are in the file store under `storage_key`. */
export const storedFile = sqliteTable(
  "stored_file",
  {
    id: id(),
    storage_key: text("storage_key").notNull().unique(),
    file_name: text("file_name").notNull(),
    content_type: text("content_type").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    width: integer("width"),
    height: integer("height"),
    /** The company whose quota includes the file, and the uploader; neither determines who may read the file. */
    company_id: integer("company_id").references(() => company.id),
    user_id: integer("user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    index("stored_file_company").on(t.company_id, t.bytes),
    index("stored_file_user").on(t.user_id, t.created_at),
  ],
);
