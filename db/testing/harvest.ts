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
  runInOneBatch,
} from "../factories";
import { jobHaulRate, jobProductRate, type tripTicket } from "../schema";
import { actAs } from "./acting";

/** Create the companies of a harvest, its job with everything needed to deliver loads, and another company's job. */
async function place(db: Database) {
  const manager = await makeCompany(db);
  const owner = await makeCompany(db);
  const logger = await makeCompany(db);
  const hauler = await makeCompany(db);
  const second = await makeCompany(db);
  const mill = await makeCompany(db);
  const rival = await makeCompany(db);
  const job = await makeJob(db, manager.id);
  await makeJobCompany(db, job, manager.id, { is_land_manager: true });
  await makeJobCompany(db, job, owner.id, { is_land_owner: true });
  await makeJobCompany(db, job, logger.id, { is_cutter: true, is_skidder: true });
  await makeJobCompany(db, job, hauler.id, { is_hauler: true });
  await makeJobCompany(db, job, second.id, { is_hauler: true });
  const yard = await makeLocation(db, mill.id);
  const destination = await makeJobDestination(db, job, yard, [ASPEN]);
  const sawlogs = { product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 };
  const sawlogsOnly = await makeJobDestination(db, job, yard, [sawlogs], { name: "Sawmill" });
  const rivalJob = await makeJob(db, rival.id);
  const rivalDestination = await makeJobDestination(db, rivalJob, await makeLocation(db, rival.id), [ASPEN]);
  const companies = { manager, owner, logger, hauler, second, mill, rival };
  const people = {
    manager: await makeUser(db, {}, [manager.admins]),
    owner: await makeUser(db, {}, [owner.admins]),
    logger: await makeUser(db, {}, [logger.admins]),
    hauler: await makeUser(db, {}, [hauler.admins]),
    second: await makeUser(db, {}, [second.admins]),
    mill: await makeUser(db, {}, [mill.admins]),
    rival: await makeUser(db, {}, [rival.admins]),
  };
  return { ids: { ...companies, job, destination, sawlogsOnly, rivalJob, rivalDestination }, people };
}

/** Create a harvest with a user in every role, and a competing company with its own harvest. */
export async function makeHarvest(db: Database) {
  const { ids, people } = await runInOneBatch(db, place);
  const { manager, logger, hauler, job, destination } = ids;
  const person = (name: keyof typeof people) => actAs(db, people[name], ids[name].id);
  return {
    ids,
    manager: await person("manager"),
    owner: await person("owner"),
    logger: await person("logger"),
    hauler: await person("hauler"),
    second: await person("second"),
    mill: await person("mill"),
    rival: await person("rival"),
    ticket: (values: Partial<typeof tripTicket.$inferInsert> = {}) =>
      makeTicket(db, { id: job, requester: manager.id, destination }, values),
    /** Add the manager's rate for its cutter: $12.50 per ton of aspen. */
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
    /** Add the manager's rate for its hauler: $9.375 per ton to the yard. */
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
