import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { userPreference } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import type { Actor } from "~/web/actor";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import {
  COLUMN_KEYS,
  COLUMN_ORDER_KEY,
  type ColumnChoice,
  completeColumnOrder,
  DEFAULT_COLUMN_CHOICE,
  moveColumn,
  moveColumnTo,
  parseColumnChoice,
  toColumnVisibility,
  VISIBLE_COLUMNS_KEY,
} from "../list/rules/list-columns";

const findPreferences = prepareQuery((read) =>
  read
    .select({ key: userPreference.key, value: userPreference.value })
    .from(userPreference)
    .where(
      sql`${userPreference.user_id} = ${sql.placeholder("user")} AND ${userPreference.key} IN (${VISIBLE_COLUMNS_KEY}, ${COLUMN_ORDER_KEY})`,
    ),
);

/** Read a person's column choice; an API key gets the defaults. */
export async function readColumnChoice(ctx: Pick<Ctx<Actor>, "read" | "actor">): Promise<ColumnChoice> {
  if (!ctx.actor.user) return DEFAULT_COLUMN_CHOICE;
  const rows = await findPreferences(ctx.read, { user: ctx.actor.user.id });
  const saved = (key: string) => rows.find((row) => row.key === key)?.value;
  return parseColumnChoice(saved(VISIBLE_COLUMNS_KEY), saved(COLUMN_ORDER_KEY));
}

export const getColumns = procedure({
  name: "getColumns",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: (ctx) => readColumnChoice(ctx),
});

const key = z.enum(COLUMN_KEYS, "Unknown column");

/**
 * Save which columns the acting person sees, and their order. `move` names a column and a direction, "status:up": the
 * column is swapped with its neighbor, and the checked columns are saved as well. `place` puts the column of `moving`
 * at the position `to`, counted from 1. `reset` restores the defaults.
 */
export const saveColumns = procedure({
  name: "saveColumns",
  may: "trip_ticket.read",
  input: z.strictObject({
    /** Column keys, separated by commas. */
    order: createTextSchema(1_000)
      .regex(/^[a-z_,]*$/, "Unknown column")
      .default(""),
    visible: z.array(key).max(COLUMN_KEYS.length).default([]),
    move: createTextSchema(60)
      .regex(/^[a-z_]+:(up|down)$/)
      .optional(),
    place: z.literal("yes").optional(),
    moving: key.optional(),
    to: z.number().int().min(1).max(COLUMN_KEYS.length).optional(),
    reset: z.literal("yes").optional(),
  }),
  async run(ctx, input) {
    const { user } = ctx.actor;
    if (!user) throw forbidden("Only people have columns. A key doesn't.");
    if (!input.reset && input.order === "") throw invalid({ order: ["Choose columns on the Columns page."] });
    if (input.place && !input.moving) throw invalid({ moving: ["Choose a column to move"] });
    if (input.place && !input.to) throw invalid({ to: ["Choose where to move it"] });
    const [name, way] = (input.move ?? "").split(":");
    const stepped = COLUMN_KEYS.find((k) => k === name);
    const column = input.place ? input.moving : stepped;
    const order = completeColumnOrder(input.order.split(","));
    const inPlace = (columns: typeof order) => {
      if (input.place && input.moving && input.to) return moveColumnTo(columns, input.moving, input.to);
      return stepped ? moveColumn(columns, stepped, way === "up" ? "up" : "down") : columns;
    };
    const columnChoice: ColumnChoice = input.reset
      ? DEFAULT_COLUMN_CHOICE
      : {
          order: inPlace(order),
          visible: input.visible,
        };
    const save = (key: string, value: unknown) => {
      const set = { value, last_modified_at: ctx.now.toISOString() };
      return allowAnyRows(
        ctx.write
          .insert(userPreference)
          .values({ user_id: user.id, key, ...set })
          .onConflictDoUpdate({ target: [userPreference.user_id, userPreference.key], set }),
      );
    };
    return ctx.commit(
      [
        save(VISIBLE_COLUMNS_KEY, toColumnVisibility(columnChoice.visible)),
        save(COLUMN_ORDER_KEY, columnChoice.order),
      ],
      {
        moved: column ?? null,
      },
    );
  },
});
