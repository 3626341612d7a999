import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, instant } from "./columns";
import { company, crew } from "./companies";
import { job } from "./jobs";
import { user } from "./people";
import { notificationType } from "./reference";

/** A word to one person, one crew or a whole company. */
export const notification = sqliteTable(
  "notification",
  {
    id: id(),
    notification_type_id: integer("notification_type_id")
      .notNull()
      .references(() => notificationType.id),
    title: text("title").notNull(),
    message: text("message").notNull(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    user_id: integer("user_id").references(() => user.id),
    crew_id: integer("crew_id").references(() => crew.id),
    job_id: integer("job_id").references(() => job.id),
    /** What it is about; the same news isn't sent again within a pause. */
    topic: text("topic"),
    is_read: flag("is_read"),
    dismissed_at: instant("dismissed_at"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [index("notification_company").on(t.company_id, t.created_at)],
);
