import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { permissionEntity } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import {
  type ApiCallCase,
  findApiCallFaults,
  PAGINATION_KEYS,
  prefixPartKeys,
  prefixRowKeys,
} from "./testing/rows";

/** Calls about companies and people, sent exactly as existing clients send them. */
let db: Database;
let h: Harvest;
let newcomer: Awaited<ReturnType<typeof actAs>>;
let rejected: Awaited<ReturnType<typeof actAs>>;
const ids: Record<string, number> = {};
const id = (name: string) => ids[name] ?? 0;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const { manager } = h.ids;
  Object.assign(ids, { company: manager.id, admins: manager.admins, crew: manager.crew });
  ids.me = h.manager.actor.user?.id ?? 0;
  newcomer = await actAs(db, await makeUser(db), null);
  rejected = await actAs(db, await makeUser(db), null);
  const [entity] = await db.read.select({ id: permissionEntity.id }).from(permissionEntity).limit(1);
  ids.entity = entity?.id ?? 0;
});

const PIN = { latitude: 44.7, longitude: -84.8 };
const ROLES = "is_land_owner is_land_manager is_cutter is_skidder is_hauler is_mill";

const COMPANY: ApiCallCase[] = [
  {
    section: "7 create company",
    call: "POST /api/company",
    as: () => newcomer,
    body: () => ({
      name: "Ausable Cutting",
      phone: "+19065550142",
      ein: "12-3456789",
      bio: "Aspen and jack pine",
      address: "14 Mill Street",
      city: "Grayling",
      us_state_id: 26,
      default_load_amount: 55,
      contact: { first_name: "Ida", last_name: "Ward", phone_number: "+19065550142" },
      is_land_owner: false,
      is_land_manager: false,
      is_cutter: true,
      is_skidder: true,
      is_hauler: false,
      is_mill: false,
      location: PIN,
      certifications: [{ certification_type_id: 1, license: "FSC-C000001" }],
    }),
    has: ["id"],
  },
  {
    section: "3 Company",
    call: "GET /api/company/{company}?include=company_location,crews,crew_member_request,certifications,certification_requests,counts",
    has: prefixPartKeys(
      "company",
      `id name logo_url ein bio address city us_state_id phone contact.first_name contact.last_name contact.phone_number ${ROLES} default_load_amount force_drop_off on_behalf_of_company version subscription.is_active company_stripe_account company_feature_access company_location crews crew_member_request certification_requests certifications employee_count job_creator_count trip_tickets_hauled is_deleted`,
    ),
    keeps: ["version", "company.version"],
  },
  {
    section: "7 update company",
    call: "PUT /v1/company/{company}",
    body: () => ({
      name: "Superior Land",
      ein: "12-3456789",
      bio: "Wood marketers",
      address: "118 Norway Street",
      city: "Grayling",
      us_state_id: 26,
      is_land_manager: true,
      is_cutter: false,
      default_load_amount: 0,
      version: id("version") + 1,
    }),
    has: prefixPartKeys("company", "id name version"),
  },
  {
    section: "7 search companies",
    call: "POST /api/company/search?include=location",
    body: () => ({ searchTerm: "", type: ["is_all"] }),
    has: [...prefixRowKeys("companies", `id name logo_url ${ROLES} company_location`), ...PAGINATION_KEYS],
  },
  {
    section: "7 search companies",
    call: "POST /api/company/search",
    body: () => ({ searchTerm: "Ausable", type: ["is_cutter"] }),
    has: prefixRowKeys("companies", "id name"),
  },
  { section: "7", call: "GET /api/company/{company}/features?request_user_company_id={company}" },
];

const PEOPLE: ApiCallCase[] = [
  {
    section: "7 join request",
    call: "POST /api/company/{company}/request",
    as: () => newcomer,
    keeps: ["request", "request_id"],
  },
  {
    section: "3 Crew member request",
    call: "GET /api/company/{company}?include=crew_member_request",
    has: prefixRowKeys("company.crew_member_request", "id user.id created_at accepted_at rejected_at"),
  },
  {
    section: "7 answer a join request",
    call: "PUT /api/company/{company}/request/{request}",
    body: () => ({ is_accepted: true, crew_ids: [id("crew")] }),
  },
  {
    section: "7 join request",
    call: "POST /api/company/{company}/request",
    as: () => rejected,
    keeps: ["request", "request_id"],
  },
  {
    section: "7 answer a join request",
    call: "PUT /api/company/{company}/request/{request}",
    body: () => ({ is_accepted: false }),
  },
  {
    section: "3 Crew",
    call: "GET /api/company/{company}/crews",
    has: [
      ...prefixRowKeys("crews", "crew.id crew.name crew.company_id crew.is_primary crew_member"),
      "crews[].crew_member[].user_id",
      "crews[].crew_member[].user.first_name",
      ...PAGINATION_KEYS,
    ],
  },
  {
    section: "7 employees with user and crews",
    call: "POST /api/company/{company}/employees",
    body: () => ({
      user: { first_name: "Rob", last_name: "Lang", phone: "9065550177" },
      crews: [id("crew")],
      is_admin: false,
    }),
    keeps: ["employee", "user_id"],
  },
  {
    section: "3 Employee",
    call: "GET /api/company/{company}/employees",
    has: prefixRowKeys("employees", "user.first_name user.last_name user.email user.version is_admin crews"),
  },
  {
    section: "7 employees with user and crews",
    call: "PUT /api/company/{company}/employees/{employee}",
    body: () => ({
      user: { first_name: "Robert", last_name: "Lang", version: 2 },
      crews: [{ crew_id: id("crew") }],
    }),
  },
  { section: "7 delete employee", call: "DELETE /api/company/{company}/employees/{employee}?version=3" },
  {
    section: "3 User",
    call: "GET /api/user",
    has: [
      ...prefixPartKeys(
        "user",
        "id first_name last_name email avatar_url user_phone companies default_company_id version is_super_user crew_member",
      ),
    ],
    keeps: ["version", "user.version"],
  },
  {
    section: "7 update user",
    call: "PUT /api/user/{me}",
    body: () => ({ id: id("me"), version: id("version") + 1, default_company_id: id("company") }),
  },
  {
    section: "7 entities",
    call: "GET /api/entity?include=list",
    has: prefixRowKeys("entities", "entity.id entity.name"),
  },
  {
    section: "7 settlements trial",
    call: "GET /api/settlements/trial?request_user_company_id={company}",
  },
  {
    section: "3 Permission entity",
    call: "GET /api/entity?include=permissions",
    has: prefixRowKeys(
      "entities",
      "entity.id entity.name entity.is_company_entity entity.is_job_entity permissions.can_create permissions.can_read permissions.can_update permissions.can_delete",
    ),
  },
  {
    section: "7 update permissions",
    call: "PUT /api/company/{company}/permissions",
    body: () => ({ crew_id: id("crew"), entity_id: id("entity"), action: "update", value: false }),
  },
];

const REST: ApiCallCase[] = [
  {
    section: "7 certification types",
    call: "GET /api/certification-types",
    has: prefixRowKeys("certification_types", "certification_type.id certification_type.name product_claims"),
  },
  {
    section: "3 Certification",
    call: "POST /api/company/{company}/certifications",
    body: () => ({ certification_type_id: 2, license: "SFI-00417" }),
    has: ["id"],
  },
  {
    section: "3 Certification",
    call: "GET /api/company/{company}/certifications",
    has: prefixRowKeys(
      "certifications",
      "certification.id certification.license certification.company_id certification.certification_type_id certification.product_claim_id product_claim",
    ),
  },
  {
    section: "5 certification search",
    call: "POST /api/certification/search",
    body: () => ({ searchTerm: "sfi-" }),
    has: ["certifications[].certification.license"],
  },
  {
    section: "3 Land owner",
    call: "POST /api/land-owners",
    body: () => ({
      name: "Deward Estate",
      contact_first_name: "Ida",
      contact_last_name: "Ward",
      contact_phone_number: "+12315550142",
    }),
    has: ["id"],
  },
  {
    section: "3 Land owner",
    call: "GET /api/land-owners",
    has: prefixRowKeys("land_owners", "id name contact_first_name contact_last_name contact_phone_number"),
  },
  {
    section: "3 Lead",
    call: "POST /api/leads",
    body: () => ({
      company_name: "Superior Land",
      first_name: "Ida",
      last_name: "Ward",
      email: "ida@example.test",
      phone_number: "9065550142",
    }),
  },
  { section: "7 releases", call: "GET /api/releases", has: ["releases"] },
];

test.each([
  ["companies", COMPANY],
  ["people", PEOPLE],
  ["certifications, land owners, leads, releases", REST],
])("%s accept and return the fields of the API contract", async (_of, rows) => {
  expect(await findApiCallFaults(rows, h.manager, ids)).toEqual([]);
});
