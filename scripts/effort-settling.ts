import type { BrowserContext } from "@playwright/test";
import { callApi } from "../e2e/support/loads";
import type { Journey } from "./effort-work";

const MANAGER = 1;
const HAULERS = 12;
const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_species_type_id: null };
const DAY = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);

/** Create a job of the manager's company with twelve haulers, each with a load of last week at its own rate. */
async function twelveHaulers({ request: office }: BrowserContext) {
  const haulers: number[] = [];
  for (let n = 1; n <= HAULERS; n++) {
    const { id } = await callApi(office, "POST", "/api/contacts", {
      name: `Road ${n} Hauling`,
      first_name: "Pat",
      last_name: `Road${n}`,
      phone_number: `989-555-01${String(60 + n)}`,
      roles: ["is_hauler"],
      works_for_us: false,
    });
    haulers.push(Number(id));
  }
  const places = (await callApi(office, "GET", "/api/jobs/1/destinations")) as unknown as {
    job_destinations: { company_location_id: number }[];
  };
  const company_location_id = places.job_destinations[0]?.company_location_id ?? 0;
  const { id: job } = await callApi(office, "POST", "/api/jobs", {
    request_user_company_id: MANAGER,
    draft: {
      name: "Twelve Haulers",
      us_state_id: 26,
      us_county_id: 26_039,
      township: "T27N",
      range: "R2W",
      section: "28",
      start_date: day(30),
      companies: [
        { company_id: MANAGER, is_land_manager: true },
        ...haulers.map((company_id) => ({ company_id, is_hauler: true })),
      ],
      products: [{ ...ASPEN, wood_unit_type_id: 2 }],
      destinations: [
        {
          company_location_id,
          name: "Grayling wood yard",
          mileage: 20,
          product_mixes: [{ ...ASPEN, wood_unit_type_id: 2, is_accepted: true }],
        },
      ],
      haul_rates: haulers.map((receiving_company_id) => ({
        paying_company_id: MANAGER,
        receiving_company_id,
        company_location_id,
        per: "load",
        rate: 180,
      })),
    },
  });
  const created = (await callApi(office, "GET", `/api/jobs/${job}/destinations`)) as unknown as {
    job_destinations: { id: number }[];
  };
  for (const [n, hauler_company_id] of haulers.entries())
    await callApi(office, "POST", "/api/trip-tickets/keyed", {
      job_id: Number(job),
      job_destination_id: created.job_destinations[0]?.id ?? 0,
      product: "5-746-0",
      hauler_company_id,
      dropped_off_at: `${day(7)}T15:00:00Z`,
      scale_ticket_number: `E${7_100 + n}`,
    });
  return Number(job);
}

let job = 0;
/**
 * Measured weekly tasks of an office. Finding and pressing a button takes about three seconds, and reading a page about
 * ten, so three presses on three pages take well below two minutes.
 */
export const SETTLEMENT_JOURNEYS: readonly Journey[] = [
  {
    job: "settle a week for twelve haulers, in two minutes",
    who: "manager",
    most: { clicks: 3, fields: 0, pages: 4, bytes: 120_000 },
    async prepare(office) {
      job = await twelveHaulers(office);
    },
    async walk(work) {
      const { page } = work;
      await page.goto(`/jobs/${job}/money`);
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.press("link", /^Make statements/);
      await work.press("button", /^Make 12 statements/);
      await page.getByText("Statements made").waitFor();
    },
  },
];
