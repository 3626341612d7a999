import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { userPreference } from "#db/schema";
import { textField } from "~/lib/text/input";
import type { Actor } from "~/web/actor";
import { anyRows } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import {
  COLUMN_KEYS,
  type ColumnChoice,
  completeOrder,
  DEFAULT_CHOICE,
  moveColumn,
  ORDER_KEY,
  parseChoice,
  placeColumn,
  toVisibility,
  VISIBLE_KEY,
} from "../list/rules/list-columns";

const findPreferences = prepareQuery((read) =>
  read
    .select({ key: userPreference.key, value: userPreference.value })
    .from(userPreference)
    .where(
      sql`${userPreference.user_id} = ${sql.placeholder("user")} AND ${userPreference.key} IN (${VISIBLE_KEY}, ${ORDER_KEY})`,
    ),
);

/** Read a person's preferred columns; a key gets the defaults. */
export async function readColumns(ctx: Pick<Ctx<Actor>, "read" | "actor">): Promise<ColumnChoice> {
  if (!ctx.actor.user) return DEFAULT_CHOICE;
  const rows = await findPreferences(ctx.read, { user: ctx.actor.user.id });
  const saved = (key: string) => rows.find((row) => row.key === key)?.value;
  return parseChoice(saved(VISIBLE_KEY), saved(ORDER_KEY));
}

export const getColumns = procedure({
  name: "getColumns",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: (ctx) => readColumns(ctx),
});

const key = z.enum(COLUMN_KEYS, "Unknown column");

/**
 * Save which columns the acting person sees and in which order. `move` names a column and a direction, "status:up": it
 * trades places with its neighbor, and the ticks are saved as well. `place` puts the column of `moving` at the position
 * `to`, counted from 1. `reset` restores the defaults.
 */
export const saveColumns = procedure({
  name: "saveColumns",
  may: "trip_ticket.read",
  input: z.strictObject({
    /** Column keys, separated by commas. */
    order: textField(1_000)
      .regex(/^[a-z_,]*$/, "Unknown column")
      .default(""),
    visible: z.array(key).max(COLUMN_KEYS.length).default([]),
    move: textField(60)
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
    const order = completeOrder(input.order.split(","));
    const inPlace = (columns: typeof order) => {
      if (input.place && input.moving && input.to) return placeColumn(columns, input.moving, input.to);
      return stepped ? moveColumn(columns, stepped, way === "up" ? "up" : "down") : columns;
    };
    const columnChoice: ColumnChoice = input.reset
      ? DEFAULT_CHOICE
      : {
          order: inPlace(order),
          visible: input.visible,
        };
    const save = (key: string, value: unknown) => {
      const set = { value, last_modified_at: ctx.now.toISOString() };
      return anyRows(
        ctx.write
          .insert(userPreference)
          .values({ user_id: user.id, key, ...set })
          .onConflictDoUpdate({ target: [userPreference.user_id, userPreference.key], set }),
      );
    };
    return ctx.commit(
      [save(VISIBLE_KEY, toVisibility(columnChoice.visible)), save(ORDER_KEY, columnChoice.order)],
      {
        moved: column ?? null,
      },
    );
  },
});
