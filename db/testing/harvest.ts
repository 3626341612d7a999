import type { Database } from "../client.server";
import {
  ASPEN,
  insertRow,
  makeCompany,
  makeJob,
  makeJobCompany,
  makeJobDestination,
  makeLocation,
  makeTicket,
  makeUser,
} from "../factories";
import { jobHaulRate, jobProductRate, type tripTicket } from "../schema";
import { acting } from "./acting";

/** One harvest with a person of every role, and a rival with a harvest of its own. */
export async function makeHarvest(db: Database) {
  // One after the other: their ids are in this order on every transport, and a busy sqld isn't asked for seven writes at once.
  const manager = await makeCompany(db);
  const owner = await makeCompany(db);
  const logger = await makeCompany(db);
  const hauler = await makeCompany(db);
  const second = await makeCompany(db);
  const mill = await makeCompany(db);
  const rival = await makeCompany(db);
  const person = async (c: { id: number; admins: number }) =>
    acting(db, await makeUser(db, {}, [c.admins]), c.id);
  const job = await makeJob(db, manager.id);
  await makeJobCompany(db, job, manager.id, { is_land_manager: true });
  await makeJobCompany(db, job, owner.id, { is_land_owner: true });
  await makeJobCompany(db, job, logger.id, { is_cutter: true, is_skidder: true });
  await makeJobCompany(db, job, hauler.id, { is_hauler: true });
  await makeJobCompany(db, job, second.id, { is_hauler: true });
  const yard = await makeLocation(db, mill.id);
  const destination = await makeJobDestination(db, job, yard, [ASPEN]);
  const sawlogsOnly = await makeJobDestination(
    db,
    job,
    yard,
    [{ product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 }],
    { name: "Sawmill" },
  );
  const rivalJob = await makeJob(db, rival.id);
  const rivalDestination = await makeJobDestination(db, rivalJob, await makeLocation(db, rival.id), [ASPEN]);
  return {
    ids: {
      manager,
      owner,
      logger,
      hauler,
      second,
      mill,
      rival,
      job,
      destination,
      sawlogsOnly,
      rivalJob,
      rivalDestination,
    },
    manager: await person(manager),
    owner: await person(owner),
    logger: await person(logger),
    hauler: await person(hauler),
    second: await person(second),
    mill: await person(mill),
    rival: await person(rival),
    ticket: (values: Partial<typeof tripTicket.$inferInsert> = {}) =>
      makeTicket(db, { id: job, requester: manager.id, destination }, values),
    /** What the manager pays its cutter by the ton of aspen: $12.50. */
    cutRate: (values: Partial<typeof jobProductRate.$inferInsert> = {}) =>
      insertRow(db, jobProductRate, {
        job_id: job,
        job_product_rate_type_id: 1,
        paying_company_id: manager.id,
        receiving_company_id: logger.id,
        ...ASPEN,
        rate: 125_000,
        ...values,
      }),
    /** What it pays its hauler by the ton to the yard: $9.375. */
    haulRate: (values: Partial<typeof jobHaulRate.$inferInsert> = {}) =>
      insertRow(db, jobHaulRate, {
        job_id: job,
        job_destination_id: destination,
        paying_company_id: manager.id,
        receiving_company_id: hauler.id,
        per: "unit",
        wood_unit_type_id: 2,
        rate: 93_750,
        ...values,
      }),
  };
}
export type Harvest = Awaited<ReturnType<typeof makeHarvest>>;
