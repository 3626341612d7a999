import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import type { Procedure } from "~/web/procedure";
import { runProcedure } from "~/web/run-procedure.server";
import { writeLoadsCsv } from "../data/csv.server";
import { createOwnerLink } from "../data/office.server";
import { readOwnerPage, streamOwnerLoads } from "../data/public.server";

/** Return an instant on the given day of June 2026. */
export const juneDay = (day: number) => `2026-06-${String(day).padStart(2, "0")}T16:00:00.000Z`;

/**
 * Set up a test harvest whose land owner has no account, with companies that create access codes and a signed-out
 * visitor who uses them.
 */
export async function createOwnerTestFixture() {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  // Use a separate network address for each test, so that wrong guesses in one test don't count in another.
  const from: string = crypto.randomUUID();
  const o = {
    db,
    h,
    clock: Date.parse("2026-07-01T12:00:00.000Z"),
    /** Create a delivered load numbered `n`, delivered on day `n` of June. */
    delivered: (n: number, values: Parameters<Harvest["ticket"]>[0] = {}) =>
      h.ticket({
        load_number: n,
        trip_ticket_status_id: 3,
        picked_up_at: juneDay(n),
        dropped_off_at: juneDay(n),
        last_modified_at: juneDay(n),
        estimated_volume: null,
        scaled_volume: 10_000 + n,
        scaled_wood_unit_type_id: 2,
        scale_ticket_number: `S-${n}`,
        gross_pounds: 80_000,
        tare_pounds: 30_000,
        net_pounds: 50_000,
        driver_name: "Secret Driver",
        loader_name: "Secret Loader",
        ...values,
      }),
    /** Call a procedure as a visitor without an account. */
    ask: <O>(procedure: Procedure<never, O> | Procedure, input: unknown, address = from) =>
      runProcedure(
        procedure as Procedure,
        { db, actor: createSignedOutActor(null), now: new Date(o.clock), address },
        input,
      ) as Promise<O>,
    page: (code: string, address?: string) =>
      o.ask<Awaited<ReturnType<typeof readOwnerPage.run>>>(readOwnerPage, { code, page: 0 }, address),
    csv: async (code: string): Promise<string> => {
      const { loads, zone } = await o.ask<Awaited<ReturnType<typeof streamOwnerLoads.run>>>(
        streamOwnerLoads,
        {
          code,
        },
      );
      let text = "";
      for await (const part of writeLoadsCsv(loads, zone)) text += Buffer.from(part).toString();
      return text;
    },
    link: (more: Record<string, unknown> = {}, who: "manager" | "owner" = "manager") =>
      h[who].call(createOwnerLink, {
        id: h.ids.job,
        company_id: h.ids.owner.id,
        name: "Mrs. Aho",
        ...more,
      } as never),
    missed: (code: string) => catchError(o.page(code)).then(({ kind }) => kind),
  };
  return o;
}
export type OwnerTestFixture = Awaited<ReturnType<typeof createOwnerTestFixture>>;
