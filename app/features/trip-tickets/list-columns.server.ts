import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { userPreference } from "#db/schema";
import { text } from "~/domain/text/input";
import type { Actor } from "~/web/actor";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import {
  COLUMN_KEYS,
  type ColumnChoice,
  completeOrder,
  FIRST_CHOICE,
  moveColumn,
  ORDER_KEY,
  placed,
  readChoice,
  VISIBLE_KEY,
  visibility,
} from "./list-columns";

const findPreferences = prepared((read) =>
  read
    .select({ key: userPreference.key, value: userPreference.value })
    .from(userPreference)
    .where(
      sql`${userPreference.user_id} = ${sql.placeholder("user")} AND ${userPreference.key} IN (${VISIBLE_KEY}, ${ORDER_KEY})`,
    ),
);

/** The columns that a person likes to see; a key sees those of the first time. */
export async function readColumns(ctx: Pick<Ctx<Actor>, "read" | "actor">): Promise<ColumnChoice> {
  if (!ctx.actor.user) return FIRST_CHOICE;
  const rows = await findPreferences(ctx.read, { user: ctx.actor.user.id });
  const saved = (key: string) => rows.find((row) => row.key === key)?.value;
  return readChoice(saved(VISIBLE_KEY), saved(ORDER_KEY));
}

export const getColumns = procedure({
  name: "getColumns",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: (ctx) => readColumns(ctx),
});

const key = z.enum(COLUMN_KEYS, "Unknown column");

/**
 * Saves which columns the acting person sees and in which order. `move` names a column and a way, "status:up": it
 * changes places with its neighbour, and what is ticked is kept as well. `place` puts the column of `moving` at the place
 * `to`, counted from 1. `reset` goes back to the first choice.
 */
export const saveColumns = procedure({
  name: "saveColumns",
  may: "trip_ticket.read",
  input: z.strictObject({
    /** Their keys with commas. */
    order: text(1_000)
      .regex(/^[a-z_,]*$/, "Unknown column")
      .default(""),
    visible: z.array(key).max(COLUMN_KEYS.length).default([]),
    move: text(60)
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
      if (input.place && input.moving && input.to) return placed(columns, input.moving, input.to);
      return stepped ? moveColumn(columns, stepped, way === "up" ? "up" : "down") : columns;
    };
    const wanted: ColumnChoice = input.reset
      ? FIRST_CHOICE
      : {
          order: inPlace(order),
          visible: input.visible,
        };
    const save = (key: string, value: unknown) => {
      const set = { value, last_modified_at: ctx.now.toISOString() };
      return mayMiss(
        ctx.write
          .insert(userPreference)
          .values({ user_id: user.id, key, ...set })
          .onConflictDoUpdate({ target: [userPreference.user_id, userPreference.key], set }),
      );
    };
    return ctx.commit([save(VISIBLE_KEY, visibility(wanted.visible)), save(ORDER_KEY, wanted.order)], {
      moved: column ?? null,
    });
  },
});
