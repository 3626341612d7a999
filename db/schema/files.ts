import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";

/** A stored file's facts; the bytes lie behind the file store port under `storage_key`. */
export const storedFile = sqliteTable("stored_file", {
  id: id(),
  storage_key: text("storage_key").notNull().unique(),
  file_name: text("file_name").notNull(),
  content_type: text("content_type").notNull(),
  bytes: integer("bytes").notNull(),
  sha256: text("sha256").notNull(),
  width: integer("width"),
  height: integer("height"),
  created_at: instant("created_at").notNull(),
});
