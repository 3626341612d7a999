import type { Database } from "#db/client.server";
import { ASPEN, insertRow, makeJob, makeJobCompany, makeJobDestination, makeTicket } from "#db/factories";
import { companyDestination, jobHaulRate, jobProductRate } from "#db/schema";
import { makeHarvest } from "#db/testing/harvest";
import { repriceTickets } from "~/modules/settlements/shared/reprice.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { addContact } from "../data/contacts.server";

/** Create a random number function that returns the same numbers for the same seed. */
export function createRepeatableRandom(seed: number) {
  let state = seed >>> 0;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const ROLES = ["is_cutter", "is_skidder", "is_hauler", "is_mill"] as const;
export type UnclaimedCompanyRole = (typeof ROLES)[number];

/**
 * Create jobs on which recorded companies without users have a random part of the roles and the test companies the
 * rest, with random rates and load states.
 */
export async function createUnclaimedCompanyJobs(db: Database, seed: number) {
  const h = await makeHarvest(db);
  const roll = createRepeatableRandom(seed);
  const me = h.ids.manager.id;
  const noted: { id: number; role: UnclaimedCompanyRole }[] = [];
  for (const role of ROLES) {
    const { id } = await h.manager.call(addContact, {
      name: `${role} ${seed}`,
      first_name: "Jo",
      last_name: "Maki",
      phone_number: "906 555 0142",
      roles: [role],
    });
    noted.push({ id: Number(id), role });
  }
  const of = (role: UnclaimedCompanyRole) => noted.find((n) => n.role === role)?.id ?? 0;
  const tickets: number[] = [];
  for (let n = 0; n < 2; n++) {
    const job = await makeJob(db, me);
    const place = (id: number, role: UnclaimedCompanyRole) => makeJobCompany(db, job, id, { [role]: true });
    const cutter = roll(3) ? of("is_cutter") : h.ids.logger.id;
    const skidder = roll(3) ? of("is_skidder") : h.ids.second.id;
    const hauler = roll(3) ? of("is_hauler") : h.ids.hauler.id;
    await place(cutter, "is_cutter");
    await place(skidder, "is_skidder");
    await place(hauler, "is_hauler");
    const pin = await insertRow(db, companyDestination, {
      company_id: me,
      name: `Yard ${n}`,
      latitude: 44.66,
      longitude: -84.71,
      destination_company_id: roll(3) ? of("is_mill") : h.ids.mill.id,
    });
    const destination = await makeJobDestination(db, job, null, [ASPEN], {
      name: `Yard ${n}`,
      company_destination_id: pin,
    });
    const rated = { job_id: job, paying_company_id: me, ...ASPEN, wood_unit_type_id: 2 };
    await insertRow(db, jobProductRate, {
      ...rated,
      job_product_rate_type_id: 1,
      receiving_company_id: cutter,
      rate: 100_000 + roll(50_000),
    });
    await insertRow(db, jobHaulRate, {
      job_id: job,
      job_destination_id: destination,
      paying_company_id: me,
      receiving_company_id: hauler,
      per: "unit",
      wood_unit_type_id: 2,
      rate: 80_000 + roll(50_000),
    });
    for (let i = 0; i < 4; i++) {
      const done = roll(3) > 0;
      tickets.push(
        await makeTicket(
          db,
          { id: job, requester: me, destination },
          {
            cutter_company_id: cutter,
            skidder_company_id: skidder,
            hauler_company_id: hauler,
            ...(done
              ? {
                  trip_ticket_status_id: STATUS.completed,
                  dropped_off_at: "2026-11-02T20:00:00.000Z",
                  scaled_volume: 20_000 + roll(9_000),
                  scaled_wood_unit_type_id: 2,
                }
              : { trip_ticket_status_id: STATUS.claimed }),
          },
        ),
      );
    }
  }
  await repriceTickets({ db, now: () => new Date() }, tickets);
  return { h, noted, tickets };
}
