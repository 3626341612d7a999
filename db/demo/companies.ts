import { DEMO_PASSWORD } from "~/modules/dashboard/rules/demo";
import { hashPassword } from "~/modules/people/data/hash.server";
import type { Database } from "../client.server";
import { insertRow, makeCompany, makeLocation, makeUser } from "../factories";
import * as t from "../schema";
import { seedCertifications } from "./certifications";
import { seedPeople } from "./people";

/** Fixed salt for the demo's password, so that all demo databases are equal. Real accounts have random salts. */
const DEMO_SALT = Buffer.from("timbertally-demo");

export type Person = [email: string, first: string, last: string, phone: string];

/** Create the demo's companies with their people, places and certificates. */
export async function seedCompanies(db: Database, instant: string) {
  const password_hash = await hashPassword(DEMO_PASSWORD, DEMO_SALT);
  const person = ([email, first_name, last_name, phone]: Person, crews: number[], more = {}) =>
    makeUser(
      db,
      {
        email,
        first_name,
        last_name,
        phone_number: `+1906555${phone}`,
        password_hash,
        email_verified_at: instant,
        created_at: instant,
        ...more,
      },
      crews,
    );
  const company = (name: string, values: Partial<typeof t.company.$inferInsert>) =>
    makeCompany(db, { name, created_at: instant, ...values });

  const manager = await company("Superior Land & Timber", {
    is_land_manager: true,
    is_professional: true,
    city: "Grayling",
    us_state_id: 26,
    address: "118 Norway Street",
    phone: "+19065550100",
    ein: "38-4410072",
    default_load_amount: 55,
    bio: "Marketing wood for the owners of 61,000 acres between Lake Huron and the Manistee.",
  });
  const logger = await company("Two Hearted Logging", {
    is_cutter: true,
    is_skidder: true,
    city: "Newberry",
    us_state_id: 26,
    phone: "+19065550110",
  });
  const hauler = await company("Manistee River Hauling", {
    is_hauler: true,
    city: "Kalkaska",
    us_state_id: 26,
    phone: "+19065550120",
    default_load_amount: 48,
  });
  const secondHauler = await company("Northern Star Trucking", {
    is_hauler: true,
    city: "Gaylord",
    us_state_id: 26,
    phone: "+19065550130",
    force_drop_off: true,
  });
  const mill = await company("AuSable Paper & Lumber", {
    is_mill: true,
    city: "Grayling",
    us_state_id: 26,
    phone: "+19065550140",
    address: "4200 Industrial Drive",
  });
  const owner = await company("Karhu Family Forest", {
    is_land_owner: true,
    city: "Frederic",
    us_state_id: 26,
    phone: "+19065550150",
  });
  const rival = await company("Cascade Timber Partners", {
    is_land_manager: true,
    city: "Eugene",
    us_state_id: 41,
    phone: "+15415550160",
  });
  const westMill = await company("Willamette Stud Mill", {
    is_mill: true,
    city: "Springfield",
    us_state_id: 41,
  });
  const southMill = await company("Altamaha Pine Products", {
    is_mill: true,
    city: "Baxley",
    us_state_id: 13,
  });
  const southCrew = await company("Satilla Timber Crew", {
    is_cutter: true,
    is_skidder: true,
    is_hauler: true,
    city: "Waycross",
    us_state_id: 13,
    default_load_amount: 26,
  });

  const people = {
    manager: await person(["manager@demo.test", "Aino", "Lindqvist", "0101"], [manager.admins]),
    forester: await person(["forester@demo.test", "Ray", "Oshkosh", "0102"], [manager.crew]),
    logger: await person(["logger@demo.test", "Dale", "Kangas", "0111"], [logger.admins]),
    hauler: await person(["hauler@demo.test", "Roberta", "Beaulieu", "0121"], [hauler.admins]),
    driver: await person(["driver@demo.test", "Jim", "Sobczak", "0122"], [hauler.crew]),
    mill: await person(["mill@demo.test", "Carol", "Whitefeather", "0141"], [mill.admins]),
    owner: await person(["owner@demo.test", "Eino", "Karhu", "0151"], [owner.admins]),
    rival: await person(["rival@demo.test", "Grant", "Holloway", "0161"], [rival.admins]),
    multi: await person(["multi@demo.test", "Marcy", "Dubois", "0131"], [secondHauler.admins, logger.crew]),
    newcomer: await person(["new@demo.test", "Sam", "Newell", "0171"], []),
    super: await person(["super@demo.test", "Toni", "Reyes", "0181"], [], { is_super_user: true }),
  };

  await seedPeople(db, instant, { manager, person });

  const yard = await makeLocation(db, mill.id, {
    name: "Grayling wood yard",
    latitude: 44.6483,
    longitude: -84.7091,
    address: "4200 Industrial Drive",
    city: "Grayling",
    us_state_id: 26,
    zip: "49738",
  });
  const sawmill = await makeLocation(db, mill.id, {
    name: "Roscommon sawmill",
    latitude: 44.4984,
    longitude: -84.592,
    city: "Roscommon",
    us_state_id: 26,
    zip: "48653",
  });
  const stud = await makeLocation(db, westMill.id, {
    name: "Springfield log deck",
    latitude: 44.0462,
    longitude: -123.022,
    city: "Springfield",
    us_state_id: 41,
    zip: "97477",
  });
  const pine = await makeLocation(db, southMill.id, {
    name: "Baxley woodyard",
    latitude: 31.7783,
    longitude: -82.3485,
    city: "Baxley",
    us_state_id: 13,
    zip: "31513",
  });

  const landing = await insertRow(db, t.companyLocationType, {
    company_id: manager.id,
    location_type_id: 2,
    name: "Sort yard",
  });
  await insertRow(db, t.companyLocation, {
    company_id: manager.id,
    company_location_type_id: landing,
    name: "Frederic sort yard",
    latitude: 44.7812,
    longitude: -84.7531,
    city: "Frederic",
    us_state_id: 26,
    zip: "49733",
  });
  const veneer = await insertRow(db, t.companyDestination, {
    company_id: manager.id,
    name: "Elk Rapids veneer buyer",
    notes: "Weekdays 7 to 3. Ring at the gate.",
    latitude: 44.8956,
    longitude: -85.4165,
  });
  await insertRow(db, t.companyDestinationProduct, {
    company_destination_id: veneer,
    product_type_id: 1,
    wood_species_id: 318,
  });
  await insertRow(db, t.companyDestination, {
    company_id: manager.id,
    name: "AuSable pulp yard",
    latitude: 44.6483,
    longitude: -84.7091,
    destination_company_location_id: yard,
  });

  const { fsc, sfi } = await seedCertifications(db, instant, { manager, logger, hauler, mill });

  const trialEnds = new Date(Date.parse(instant) + 400 * 86_400_000).toISOString();
  for (const feature_id of [1, 2, 3])
    await insertRow(db, t.companyFeatureAccess, {
      company_id: manager.id,
      feature_id,
      is_active: true,
      created_at: instant,
      expires_at: feature_id === 3 ? trialEnds : null,
    });

  return {
    manager,
    logger,
    hauler,
    secondHauler,
    mill,
    owner,
    rival,
    westMill,
    southMill,
    southCrew,
    people,
    yard,
    sawmill,
    stud,
    pine,
    fsc,
    sfi,
  };
}
export type DemoCompanies = Awaited<ReturnType<typeof seedCompanies>>;
