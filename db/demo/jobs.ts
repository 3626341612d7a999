import { eq } from "drizzle-orm";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import type { Database } from "../client.server";
import { insertRow, makeJob, makeJobCompany, makeJobDestination, type Product } from "../factories";
import { createPastHistory } from "../past-history";
import * as t from "../schema";
import type { DemoCompanies } from "./companies";

const square = (lon: number, lat: number, d: number) =>
  JSON.stringify({
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [lon - d, lat - d],
          [lon + d, lat - d * 0.8],
          [lon + d * 1.1, lat + d],
          [lon - d * 0.7, lat + d * 0.9],
          [lon - d, lat - d],
        ],
      ],
    ],
  });

const MI_ASPEN: Product = { product_type_id: 5, wood_species_id: 746, wood_unit_type_id: 2 };
const MI_RED_PINE: Product = { product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 };
const MI_HARDWOOD: Product = { product_type_id: 6, wood_species_type_id: 4, wood_unit_type_id: 3 };
const OR_FIR: Product = { product_type_id: 1, wood_species_id: 202, wood_unit_type_id: 1 };
const OR_ALDER: Product = { product_type_id: 5, wood_species_id: 351, wood_unit_type_id: 2 };
const GA_PULP: Product = { product_type_id: 5, wood_species_type_id: 5, wood_unit_type_id: 2 };
const GA_CHIP: Product = { product_type_id: 4, wood_species_id: 131, wood_unit_type_id: 2 };

export type DemoJob = {
  id: number;
  requester: number;
  destinations: { id: number; products: Product[] }[];
  cutters: { company: number; user: number | null }[];
  haulers: { company: number; user: number | null; load: number }[];
  creators: { company: number; user: number }[];
};

/** Create three jobs of the demo's land manager, in Michigan, Oregon and Georgia, and one of its competitor. */
export async function seedJobs(db: Database, c: DemoCompanies, instant: string): Promise<DemoJob[]> {
  const job = async (requester: number, uid: string, values: Partial<typeof t.job.$inferInsert>) => {
    const id = await makeJob(db, requester, {
      uid,
      created_at: instant,
      last_modified_at: instant,
      start_date: instant.slice(0, 10),
      creator_user_id: requester === c.rival.id ? c.people.rival : c.people.manager,
      ...values,
    });
    const [made] = await db.read.select().from(t.job).where(eq(t.job.id, id));
    const entry = {
      activity: "job_created",
      creator_user_id: requester === c.rival.id ? c.people.rival : c.people.manager,
      creator_company_id: requester,
      created_at: instant,
      details: { row: diffRecordedColumns("job", made ?? {}) },
    };
    for (const row of createPastHistory({ uid, job_id: id, trip_ticket_id: null }, [entry]))
      await insertRow(db, t.auditEntry, row);
    return id;
  };
  const products = async (job_id: number, list: Product[]) => {
    for (const product of list) await insertRow(db, t.jobProduct, { job_id, ...product });
  };
  const destination = async (
    job_id: number,
    location: number,
    name: string,
    mileage: number,
    list: Product[],
  ) => ({
    id: await makeJobDestination(db, job_id, location, list, { name, mileage, mileage_is_estimate: true }),
    products: list,
  });
  const creators = [{ company: c.manager.id, user: c.people.manager }];
  const michiganCrews = {
    cutters: [{ company: c.logger.id, user: c.people.logger }],
    haulers: [
      { company: c.hauler.id, user: c.people.hauler, load: 48 },
      { company: c.hauler.id, user: c.people.driver, load: 48 },
      { company: c.secondHauler.id, user: c.people.multi, load: 55 },
    ],
  };

  const michigan = await job(c.manager.id, "demo-job-michigan", {
    name: "Deward Tract",
    contract_number: "SLT-2026-014",
    us_state_id: 26,
    us_county_id: 26039,
    plss_meridian_code: "19",
    township: "T28N",
    range: "R4W",
    section: "8",
    latitude: 44.8361,
    longitude: -84.8203,
    geom: square(-84.8203, 44.8361, 0.006),
    log_brand: "SL",
  });
  await products(michigan, [MI_ASPEN, MI_RED_PINE, MI_HARDWOOD]);
  await makeJobCompany(db, michigan, c.manager.id, { is_land_manager: true });
  await makeJobCompany(db, michigan, c.owner.id, { is_land_owner: true });
  await makeJobCompany(
    db,
    michigan,
    c.logger.id,
    { is_cutter: true, is_skidder: true },
    { cut_contract_name: "Cutting 2026", skid_contract_name: "Forwarding 2026" },
  );
  await makeJobCompany(db, michigan, c.hauler.id, { is_hauler: true }, { haul_contract_name: "Haul 2026-A" });
  await makeJobCompany(
    db,
    michigan,
    c.secondHauler.id,
    { is_hauler: true },
    { haul_contract_name: "Haul 2026-B" },
  );
  const deward: DemoJob = {
    id: michigan,
    requester: c.manager.id,
    creators,
    ...michiganCrews,
    destinations: [
      await destination(michigan, c.yard, "Grayling wood yard", 17.2, [MI_ASPEN, MI_HARDWOOD]),
      await destination(michigan, c.sawmill, "Roscommon sawmill", 31.8, [MI_RED_PINE]),
    ],
  };
  for (const d of deward.destinations)
    await insertRow(db, t.jobDestinationCertification, { job_destination_id: d.id, certification_id: c.fsc });

  const oregon = await job(c.manager.id, "demo-job-oregon", {
    name: "Fall Creek Thinning",
    contract_number: "SLT-2026-021",
    us_state_id: 41,
    us_county_id: 41039,
    plss_meridian_code: "33",
    township: "T18S",
    range: "R1E",
    section: "9",
    latitude: 43.9702,
    longitude: -122.7081,
    geom: square(-122.7081, 43.9702, 0.008),
  });
  await products(oregon, [OR_FIR, OR_ALDER]);
  await makeJobCompany(db, oregon, c.manager.id, { is_land_manager: true });
  await makeJobCompany(db, oregon, c.logger.id, { is_cutter: true, is_skidder: true });
  await makeJobCompany(db, oregon, c.hauler.id, { is_hauler: true });
  const fallCreek: DemoJob = {
    id: oregon,
    requester: c.manager.id,
    creators,
    ...michiganCrews,
    haulers: michiganCrews.haulers.slice(0, 2),
    destinations: [await destination(oregon, c.stud, "Springfield log deck", 24.4, [OR_FIR, OR_ALDER])],
  };

  const georgia = await job(c.manager.id, "demo-job-georgia", {
    name: "Hurricane Creek Pines",
    contract_number: "SLT-2026-030",
    us_state_id: 13,
    us_county_id: 13001,
    township: "District 2, land lot 318",
    latitude: 31.5911,
    longitude: -82.4507,
    geom: square(-82.4507, 31.5911, 0.007),
  });
  await products(georgia, [GA_PULP, GA_CHIP]);
  await makeJobCompany(db, georgia, c.manager.id, { is_land_manager: true });
  await makeJobCompany(db, georgia, c.southCrew.id, { is_cutter: true, is_skidder: true, is_hauler: true });
  await makeJobCompany(db, georgia, c.hauler.id, { is_hauler: true }, { accepted_at: null });
  const hurricane: DemoJob = {
    id: georgia,
    requester: c.manager.id,
    creators,
    cutters: [{ company: c.southCrew.id, user: null }],
    haulers: [{ company: c.southCrew.id, user: null, load: 26 }],
    destinations: [await destination(georgia, c.pine, "Baxley woodyard", 18.6, [GA_PULP, GA_CHIP])],
  };

  const other = await job(c.rival.id, "demo-job-rival", {
    name: "Lookout Point",
    contract_number: "CTP-77",
    us_state_id: 41,
    us_county_id: 41039,
    plss_meridian_code: "33",
    township: "T19S",
    range: "R1W",
    section: "22",
    latitude: 43.91,
    longitude: -122.75,
  });
  await products(other, [OR_FIR]);
  await makeJobCompany(db, other, c.rival.id, { is_land_manager: true, is_hauler: true, is_cutter: true });
  const lookout: DemoJob = {
    id: other,
    requester: c.rival.id,
    creators: [{ company: c.rival.id, user: c.people.rival }],
    cutters: [{ company: c.rival.id, user: c.people.rival }],
    haulers: [{ company: c.rival.id, user: c.people.rival, load: 28 }],
    destinations: [await destination(other, c.stud, "Springfield log deck", 22.1, [OR_FIR])],
  };

  return [deward, fallCreek, hurricane, lookout];
}
