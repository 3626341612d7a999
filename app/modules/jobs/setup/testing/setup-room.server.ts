import { sql } from "drizzle-orm";
import { insertRow, makeCompany, makeLocation, makeUser } from "#db/factories";
import { prepareQuery } from "#db/prepared.server";
import * as t from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import { hasDraftSql } from "../../shared/draft.server";
import { getSetupProgress } from "../../shared/draft-progress.server";
import { chooseLocationMethod, saveJobLocation } from "../data/location.server";
import { saveOverview } from "../data/overview.server";
import { addJobContractor, addJobLandOwner } from "../data/parties.server";
import { getRates, saveRates } from "../data/rates.server";
import { addDraftDestination, addDraftProduct, saveJobMix } from "../data/sorts-change.server";

const findSetup = prepareQuery((read) => read.select({ n: hasDraftSql }).from(sql`(SELECT 1)`));

/** Overview of a job setup, as typed. */
export const SETUP_OVERVIEW = {
  name: "Big Creek",
  start_date: "2026-11-21",
  us_state_id: 26,
  us_county_id: 26039,
  township: "T27N",
  range: "R2W",
  section: "28",
};

/**
 * Create a manager who may set up jobs, with companies to invite, a rival with its own places, and functions that fill
 * a draft.
 */
export async function createSetupHarness() {
  const db = await openTestDatabase();
  const me = await makeCompany(db, { is_land_manager: true, name: "Manager" });
  const crew = await makeCompany(db, { is_cutter: true, is_skidder: true, name: "Crew" });
  const hauler = await makeCompany(db, { is_hauler: true, name: "Hauler" });
  const mill = await makeCompany(db, { is_mill: true, name: "Mill" });
  const rival = await makeCompany(db, { is_land_manager: true, name: "Rival" });
  const manager = await actAs(db, await makeUser(db, {}, [me.admins]), me.id);
  const logger = await actAs(db, await makeUser(db, { email: "crew@example.test" }, [crew.admins]), crew.id);
  const stranger = await actAs(db, await makeUser(db, {}, [rival.admins]), rival.id);
  const yard = await makeLocation(db, mill.id);
  const theirYard = await makeLocation(db, rival.id);
  const destination = await insertRow(db, t.companyDestination, {
    company_id: me.id,
    name: "Siding",
    latitude: 44.9,
    longitude: -84.7,
  });
  await db.batch([buildSetFeatureStatement(db.write, me.id, 1, true, new Date())]);

  const { call } = manager;
  const rows = async (table: string, where = "1") =>
    (await db.client.execute(`SELECT * FROM ${table} WHERE ${where}`)).rows;
  const versionNow = async () => (await call(getSetupProgress, {})).version;
  const isUnderWay = async ({ user, company }: typeof manager.actor) =>
    (await findSetup(db.read, { user: user?.id ?? 0, company: company?.id ?? 0 }))[0]?.n === 1;
  const forget = () => db.batch([{ sql: "DELETE FROM job_draft", params: [] }]);

  /** Complete every step as the manager would; end before the review. */
  async function whole() {
    await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
    await call(chooseLocationMethod, { location_method: "pin", version: 2 });
    await call(saveJobLocation, { location_method: "pin", coordinates: "44.70, -84.70", version: 3 });
    for (const [role, company] of [
      ["cutter", crew],
      ["skidder", crew],
      ["hauler", hauler],
    ] as const)
      await call(addJobContractor, { role, company_id: company.id, version: 3 });
    await call(addJobLandOwner, {
      name: `Estate ${await versionNow()} ${Math.random()}`,
      contact_first_name: "Ada",
      contact_last_name: "Koski",
      contact_phone_number: "9065550177",
      version: 3,
    });
    await call(addDraftProduct, { product: "5-746-0", version: 3 });
    for (const key of [`l${yard}`, `d${destination}`])
      await call(addDraftDestination, { destination: key, version: 3 });
    await call(saveJobMix, {
      destinations: [
        {
          destination: `l${yard}`,
          mileage: 12.5,
          product_mixes: [{ product: "5-746-0", is_accepted: true, wood_unit_type_id: 2 }],
        },
      ],
      version: await versionNow(),
    });
    const page = await call(getRates, {});
    await call(saveRates, {
      product_rates: page.product_rates.map((r, i) => ({
        key: r.key,
        wood_unit_type_id: 2,
        rate: i === 1 ? "0" : "4.2525",
      })),
      haul_rates: page.haul_rates.map((r) => ({ key: r.key, per: "mile", rate: "3.10" })),
      version: page.version,
    });
  }

  return {
    db,
    me,
    crew,
    hauler,
    mill,
    rival,
    manager,
    logger,
    stranger,
    yard,
    theirYard,
    destination,
    rows,
    versionNow,
    isUnderWay,
    forget,
    whole,
  };
}
export type SetupHarness = Awaited<ReturnType<typeof createSetupHarness>>;
