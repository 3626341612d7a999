import type { Entity } from "~/lib/access/crew-permissions";
import { PLANTED_TEXTS as PLANTED_BY_NOUNS, type PlantedTexts } from "../../../../e2e/support/expectations";

/** Id of the demo company whose crews are tested. */
export const TESTED_COMPANY_ID = 1;
/** Ids of the other companies on the tested company's job. */
export const LOGGER_COMPANY_ID = 2;
export const HAULER_COMPANY_ID = 3;
export const OWNER_COMPANY_ID = 6;

/** URL parameters that name rows of the demo data, for every page and call of the app. */
const params: PlantedTexts["params"] = {
  jobId: "1",
  job_id: "1",
  ticketId: "SELECT min(id) AS id FROM trip_ticket WHERE job_id = 1",
  trip_ticket_id: "SELECT min(id) AS id FROM trip_ticket WHERE job_id = 1",
  jobDestinationId: "SELECT min(id) AS id FROM job_destination WHERE job_id = 1",
  job_destination_id: "SELECT min(id) AS id FROM job_destination WHERE job_id = 1",
  locationId: `SELECT min(id) AS id FROM company_location WHERE company_id = ${TESTED_COMPANY_ID}`,
  location_id: `SELECT min(id) AS id FROM company_location WHERE company_id = ${TESTED_COMPANY_ID}`,
  crewId: "SELECT id FROM crew WHERE name = 'Qcrewword'",
  userId: "SELECT id FROM user WHERE email = 'qmemberword@demo.test'",
  user_id: "SELECT id FROM user WHERE email = 'qmemberword@demo.test'",
  companyId: "3",
  company_id: `${TESTED_COMPANY_ID}`,
  roadId: "SELECT min(id) AS id FROM road WHERE job_id = 1",
  road_id: "SELECT min(id) AS id FROM road WHERE job_id = 1",
  landingId: "SELECT min(id) AS id FROM landing WHERE job_id = 1",
  landing_id: "SELECT min(id) AS id FROM landing WHERE job_id = 1",
  inventoryId: `SELECT min(id) AS id FROM landing_inventory WHERE landing_id = (SELECT min(id) FROM landing WHERE job_id = 1)`,
  inventory_id: `SELECT min(id) AS id FROM landing_inventory WHERE landing_id = (SELECT min(id) FROM landing WHERE job_id = 1)`,
  rateId: "SELECT min(id) AS id FROM job_product_rate WHERE job_id = 1 AND rate = 7654300",
  rate_id: "SELECT min(id) AS id FROM job_product_rate WHERE job_id = 1 AND rate = 7654300",
  commentId: "SELECT min(id) AS id FROM comment WHERE job_id = 1",
  comment_id: "SELECT min(id) AS id FROM comment WHERE job_id = 1",
  fileId: "SELECT min(id) AS id FROM job_file WHERE job_id = 1",
  file_id: "SELECT min(id) AS id FROM job_file WHERE job_id = 1",
  destinationId: `SELECT min(id) AS id FROM company_destination WHERE company_id = ${TESTED_COMPANY_ID}`,
  company_destination_id: `SELECT min(id) AS id FROM company_destination WHERE company_id = ${TESTED_COMPANY_ID}`,
  typeId: `SELECT min(id) AS id FROM company_location_type WHERE company_id = ${TESTED_COMPANY_ID}`,
  type_id: `SELECT min(id) AS id FROM company_location_type WHERE company_id = ${TESTED_COMPANY_ID}`,
  photoId: "7777",
  photo_id: "7777",
  certificationId: "1",
  certification_id: "1",
  groupId: "1",
  certification_group_id: "1",
  requestId: "1",
  certification_request_id: "1",
  role: "haul",
  box: "details",
  verb: "claim",
  act: "assignment",
  type: "FPA",
  product: "5-746-0",
  state_id: "26",
  county_id: "26039",
  token: "none",
};

/**
 * Data that each read flag protects, as words that occur nowhere else. A new feature's words are in its
 * `testing/expectations.ts`.
 */
const PLANTED_WORDS: PlantedTexts[] = [
  {
    reads: "company",
    params,
    words: ["Q bio word", "98-7654321"],
    sql: [`UPDATE company SET bio = 'Q bio word', ein = '98-7654321' WHERE id = ${TESTED_COMPANY_ID}`],
  },
  {
    reads: "crew",
    words: ["Qcrewword"],
    sql: [`UPDATE crew SET name = 'Qcrewword' WHERE company_id = ${TESTED_COMPANY_ID} AND name = 'Cruisers'`],
  },
  {
    reads: "crew_member",
    words: ["qmemberword", "Qfirstword", "5557711"],
    sql: [
      `UPDATE user SET email = 'qmemberword@demo.test', first_name = 'Qfirstword', phone_number = '+19065557711'
        WHERE email = 'lempi@demo.test'`,
    ],
  },
  {
    reads: "company_location",
    words: ["Qlocationword", "Qtypeword"],
    sql: [
      `UPDATE company_location SET name = 'Qlocationword' WHERE id = (SELECT min(id) FROM company_location WHERE company_id = ${TESTED_COMPANY_ID})`,
      `UPDATE company_location_type SET name = 'Qtypeword' WHERE company_id = ${TESTED_COMPANY_ID}`,
    ],
  },
  {
    reads: "company_destination",
    words: ["Qdestinationword"],
    sql: [
      `UPDATE company_destination SET name = 'Qdestinationword' || id WHERE company_id = ${TESTED_COMPANY_ID}`,
    ],
  },
  {
    reads: "certification",
    words: ["QLICENSEWORD"],
    sql: [
      `UPDATE certification SET license = 'QLICENSEWORD' || id`,
      "INSERT OR IGNORE INTO trip_ticket_certification (trip_ticket_id, certification_id) SELECT id, 1 FROM trip_ticket WHERE job_id = 1",
    ],
  },
  { reads: "job", words: ["1971"], sql: ["UPDATE job SET start_date = '1971-02-03' WHERE id = 1"] },
  {
    reads: "job",
    on: "loads",
    words: ["Qnumberword", "Qbrandword", "Qharvestword"],
    sql: [
      `UPDATE job SET contract_number = 'Qnumberword', log_brand = 'Qbrandword',
        harvest_notification_number = 'Qharvestword' WHERE id = 1`,
    ],
  },
  { reads: "job", on: "work", words: ["Qjobword"], sql: ["UPDATE job SET name = 'Qjobword' WHERE id = 1"] },
  {
    reads: "job_company",
    words: ["Qcontractword"],
    sql: ["UPDATE job_company SET haul_contract_name = 'Qcontractword' WHERE job_id = 1 AND is_hauler"],
  },
  {
    reads: "job_destination",
    words: ["Qjobplaceword"],
    sql: [
      `INSERT INTO job_destination (job_id, name, company_location_id, mileage)
        SELECT 1, 'Qjobplaceword', company_location_id, 7 FROM job_destination WHERE job_id = 1 AND company_location_id IS NOT NULL LIMIT 1`,
    ],
  },
  {
    reads: "job_rate",
    words: ["765.43"],
    // Add one future rate of each kind: a rate that has paid a load can't change, and on some days of the week all
    // existing rates have.
    sql: [
      ...["product", "haul"].map(
        (table) =>
          `UPDATE job_${table}_rate SET rate = 7654300 WHERE id NOT IN
          (SELECT rate_id FROM settlement_line WHERE rate_table = '${table}')`,
      ),
      `INSERT INTO job_product_rate (job_id, job_product_rate_type_id, receiving_company_id, paying_company_id,
          product_type_id, wood_species_id, wood_species_type_id, wood_unit_type_id, rate, effective_on)
        SELECT job_id, job_product_rate_type_id, receiving_company_id, paying_company_id,
          product_type_id, wood_species_id, wood_species_type_id, wood_unit_type_id, 7654300, '2099-01-01'
        FROM job_product_rate WHERE job_id = 1 LIMIT 1`,
      `INSERT INTO job_haul_rate (job_id, job_destination_id, receiving_company_id, paying_company_id, per,
          wood_unit_type_id, rate, effective_on)
        SELECT job_id, job_destination_id, receiving_company_id, paying_company_id, per, wood_unit_type_id, 7654300, '2099-01-01'
        FROM job_haul_rate WHERE job_id = 1 LIMIT 1`,
    ],
  },
  {
    reads: "settlement",
    words: ["Qsurchargeword"],
    sql: [
      `INSERT INTO fuel_rule (company_id, name, region, base_mills, method, step_points, step_mills, from_weekday, created_at)
        SELECT id, 'Qsurchargeword', 'R20', 2500, 'percent', 100, 60, 2, '2026-11-01T00:00:00.000Z' FROM company`,
    ],
  },
  // A landing's name, like a destination's, is an option in the load's form and is shown with the ticket's own
  // permission, so only the notes are tested.
  { reads: "landing_inventory", words: ["Qlandingword"], sql: ["UPDATE landing SET notes = 'Qlandingword'"] },
  { reads: "road", words: ["Qroadword"], sql: ["UPDATE road SET name = 'Qroadword', notes = 'Qroadword'"] },
  {
    reads: "trip_ticket",
    words: ["Qscaleword"],
    sql: ["UPDATE trip_ticket SET scale_ticket_number = 'Qscaleword' || id WHERE job_id = 1"],
  },
  { reads: "comment", words: ["Qcommentword"], sql: ["UPDATE comment SET content = 'Qcommentword'"] },
  {
    reads: "file",
    words: ["Qfileword"],
    sql: [
      `INSERT INTO stored_file (id, storage_key, file_name, content_type, bytes, sha256, created_at)
        VALUES (7777, 'q', 'q', 'image/jpeg', 1, 'q', '2026-11-01T00:00:00.000Z')`,
      `INSERT INTO job_file (id, job_id, stored_file_id, file_name, creator_company_id, created_at)
        VALUES (7777, 1, 7777, 'Qfileword.pdf', ${TESTED_COMPANY_ID}, '2026-11-01T00:00:00.000Z')`,
    ],
  },
  {
    reads: "photo",
    words: ["Qphotoword"],
    sql: [
      `INSERT INTO photo (id, job_id, stored_file_id, caption, creator_company_id, created_at)
        VALUES (7777, 1, 7777, 'Qphotoword', ${TESTED_COMPANY_ID}, '2026-11-01T00:00:00.000Z')`,
    ],
  },
];

/** Test words planted here, and those that features declare. */
export const PLANTED_TEST_DATA = [...PLANTED_WORDS, ...PLANTED_BY_NOUNS];
export const getPlantedWords = (entity: Entity) =>
  PLANTED_TEST_DATA.filter(({ reads }) => reads === entity).flatMap(({ words }) => words);
/** Pages and calls of loads, which show some of the job's data. */
const LOADS =
  /^\/app\/modules\/(trip-tickets|exports)\/|\/ticket-(comments|photos)\.tsx$|^\/api\/(jobs\/\{job_id\}\/)?trip-tickets/;
/** Return the words that an address must not show to a user who lacks only one read flag. */
export const getForbiddenWords = (address: string, entity: Entity) =>
  PLANTED_TEST_DATA.filter(
    ({ reads, on }) => reads === entity && !(on === "work" || (on === "loads" && LOADS.test(address))),
  ).flatMap(({ words }) => words);
export const TESTED_ENTITIES = [...new Set(PLANTED_TEST_DATA.map(({ reads }) => reads))];
