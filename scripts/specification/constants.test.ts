import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as lists from "#db/reference/lists";
import { FEATURE } from "~/lib/access/company-features";
import { MAX_ZOOM, START_VIEW } from "~/lib/geo/view";
import { formatMoney, formatMoneyCompact } from "~/lib/money/money";
import { formatPhone, parseApiPhone } from "~/lib/text/phone";
import { includesTodayOrLater, shiftRange } from "~/lib/time/date-range";
import { getGreeting } from "~/lib/time/time";
import { convertVolume, DEFAULT_LOAD_TONS, DEFAULT_UNIT, formatInventory, UNIT } from "~/lib/units/measures";
import { EXPORT_COLUMN_KEYS as EXPORTED, STANDARD_COLUMNS } from "~/modules/exports/rules/columns";
import { EXPORT_TYPES, getFileType, MAX_PDF_TICKETS } from "~/modules/exports/rules/kinds";
import { ACTIVITIES, computeDiffs } from "~/modules/history/rules/history";
import { getInventoryUnitKey, INVENTORY_UNITS } from "~/modules/jobs/rules/inventory";
import { PRODUCT_RATE_TYPE } from "~/modules/jobs/setup/rules/draft";
import { RESUME_PERCENT, SORT_SECTIONS } from "~/modules/jobs/setup/rules/draft-steps";
import {
  CONTRACTOR_ROLES,
  getStepOfPath,
  JOB_LOCATION_METHODS,
  STEPS,
} from "~/modules/jobs/setup/rules/words";
import { SATELLITE_STYLE } from "~/modules/maps/rules/island-style";
import {
  COLUMN_KEYS,
  COLUMN_ORDER_KEY,
  VISIBLE_COLUMNS_KEY,
} from "~/modules/trip-tickets/list/rules/list-columns";
import { MAX_FILTER_VALUES } from "~/modules/trip-tickets/rules/filter-query";
import { getStatusLabel, PRIORITY, STATUS, TICKET_VIEWS } from "~/modules/trip-tickets/rules/trip-ticket";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";

const source = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
/** Return the value, as written in the source, of a constant that its module doesn't export. */
const written = (file: string, name: string) =>
  new RegExp(`\\bconst ${name}(?::[^=]+)? = ([^;]+);`).exec(source(file))?.[1];

const at = (hour: number) => getGreeting(new Date(Date.UTC(2026, 10, 22, hour)), "UTC");
const tons = (from: 1 | 2 | 3, to: 1 | 2 | 3) => convertVolume(1000, from, to) / 1000;
const PICKER = "app/client/picker.ts";
const COMBOBOX = "app/client/combobox.ts";
const ISLAND = "app/modules/maps/ui/island.client.ts";

type Row = [section: string, what: string, actual: unknown, expected: unknown];
const ROWS: Row[] = [
  ["1.2", "page size of the ticket list", TICKET_VIEWS.loads.pageSize, 15],
  ["1.2", "page size of the ticket-loading list", TICKET_VIEWS.available.pageSize, 10],
  ["1.2", "page size of the jobs", written("app/modules/jobs/shared/list.server.ts", "JOBS_PAGE_SIZE"), "10"],
  ["1.2", "visibility fields", COLUMN_KEYS.length, 24],
  ["1.2", "options above which there is a search box", MAX_OPTIONS_WITHOUT_SEARCH, 5],
  ["1.2", "debounce in the filter, ms", written(PICKER, "NARROWING_MS"), "300"],
  [
    "1.2",
    "a range steps by its length and a day",
    shiftRange({ start: "2026-11-01", end: "2026-11-07" }, -1),
    { start: "2026-10-25", end: "2026-10-31" },
  ],
  [
    "1.2",
    "Next period is off at today",
    includesTodayOrLater({ start: "2026-11-16", end: "2026-11-22" }, "2026-11-22"),
    true,
  ],
  ["1.2", "resume progress, percent", RESUME_PERCENT, 66],
  [
    "1.2",
    "both spellings of a step's address",
    ["overview", "map", "contractors", "companies", "sort-sheet", "sorts", "rates"].map((step) =>
      getStepOfPath(`/jobs/create/${step}`),
    ),
    ["overview", "map", "companies", "companies", "sort-sheet", "sort-sheet", "rates"],
  ],
  [
    "1.2",
    "steps in order",
    STEPS.map((s) => s.step).slice(0, 5),
    ["overview", "map", "companies", "sort-sheet", "rates"],
  ],
  ["1.2", "location methods", JOB_LOCATION_METHODS, ["pin", "draw", "pdf", "import", "skip"]],
  [
    "1.4",
    "ticket statuses",
    STATUS,
    { claimed: 1, inTransit: 2, completed: 3, cancelled: 4, paused: 5, inYard: 6, available: 7 },
  ],
  [
    "1.4",
    "status names without their Is",
    [1, 2, 3, 4, 5, 6, 7].map(getStatusLabel),
    ["Claimed", "In Transit", "Completed", "Cancelled", "Paused", "In Yard", "Available"],
  ],
  ["1.4", "default status filter", TICKET_VIEWS.loads.statuses, [1, 2, 3, 5, 6]],
  [
    "1.4",
    "default sorts",
    [TICKET_VIEWS.loads.sort, TICKET_VIEWS.available.sort],
    ["last_modified_at", "priority"],
  ],
  ["1.4", "priorities", PRIORITY, { high: 1, medium: 2, low: 3 }],
  [
    "1.4",
    "job statuses",
    lists.JOB_STATUSES,
    [
      [1, "Active"],
      [2, "Inactive"],
    ],
  ],
  [
    "1.4",
    "audit activities",
    [
      "comment_added",
      "comment_updated",
      "comment_removed",
      "company_added",
      "file_added",
      "file_removed",
      "photo_added",
      "photo_removed",
      "trip_ticket_created",
      "job_created",
      "trip_ticket_updated",
    ].filter((name) => !(name in ACTIVITIES)),
    [],
  ],
  [
    "1.4",
    "what history skips",
    computeDiffs(
      {},
      { created_at: 1, last_modified_at: 1, version: 1, trip_ticket_landing_inventory: 1, township: "T1N" },
    ).map((d) => d.key),
    ["township"],
  ],
  ["1.4", "contractors in order", CONTRACTOR_ROLES, ["land_manager", "cutter", "skidder", "hauler"]],
  ["1.4", "sort sheet in order", SORT_SECTIONS, ["products", "destinations", "product_mix"]],
  [
    "1.5",
    "step of an inventory volume",
    /estimated_volume_remaining"[^}]*step: "([\d.]+)"/.exec(
      source("app/modules/inventory/rules/inventory-fields.ts"),
    )?.[1],
    "0.001",
  ],
  ["1.7", "export types", EXPORT_TYPES.slice(0, 5), ["DEFAULT", "FPA", "LIMS", "CARIBOU", "PDF"]],
  ["1.9", "wood units", UNIT, { mbf: 1, ton: 2, cord: 3 }],
  [
    "1.9",
    "conversions",
    [tons(1, 2), tons(1, 3), tons(3, 2), tons(2, 3), tons(2, 1), tons(3, 1)],
    [4.8, 2, 2.4, 0.417, 0.208, 0.5],
  ],
  ["1.9", "inventory is shown in", INVENTORY_UNITS, ["loads", "mbf", "ton", "cord"]],
  ["1.9", "less than one", formatInventory(900, 3, 3), "<1 cord"],
  ["1.9", "default load and unit", [DEFAULT_LOAD_TONS, DEFAULT_UNIT], [55, 2]],
  ["1.9", "features", FEATURE, { jobCreation: 1, advancedExport: 2, settlements: 3 }],
  [
    "1.9",
    "certification types",
    lists.CERTIFICATION_TYPES.slice(0, 2).map(([id, name]) => [id, name]),
    [
      [1, "FSC"],
      [2, "SFI"],
    ],
  ],
  ["1.9", "job company types", PRODUCT_RATE_TYPE, { cut: 1, skid: 2, stumpage: 3, mill: 4 }],
  [
    "1.9",
    "cost types",
    lists.COST_TYPES.map(([id, name]) => `${name} ${id}`).join(),
    "Cut 1,Skid 2,Haul 3,Stumpage 4,Fuel 5,Other 9,Mill 10",
  ],
  [
    "1.9",
    "road types",
    lists.ROAD_TYPES.map(([, name]) => name).join(),
    "Haul,Company,Private,County,Skid,Stub,Back-In Stub,Blacktop,Other",
  ],
  ["1.9", "notification types", lists.NOTIFICATION_TYPES.map(([id]) => id), [1, 2, 3, 4, 5, 6, 7, 9, 10]],
  ["1.9", "options of a filter's list", MAX_FILTER_VALUES, 100],
  ["1.9", "tickets in a PDF", MAX_PDF_TICKETS, 10_000],
  ["1.9", "debounce in pickers, ms", written(COMBOBOX, "TYPING_MS"), "500"],
  [
    "1.9",
    "location types are fresh for, s",
    written("app/web/rest-call.ts", "STATIC_DATA_CACHE_SECONDS"),
    "600",
  ],
  ["1.9", "money from cents", formatMoney(128_410), "$1,284.10"],
  ["1.9", "compact from 10,000 cents", [9_999, 10_000].map(formatMoneyCompact), ["$99.99", "$100"]],
  ["1.9", "hybrid map", SATELLITE_STYLE.includes("satellite-streets"), true],
  ["1.9", "map's start", START_VIEW, { latitude: 39.8283, longitude: -98.5795, zoom: 5 }],
  [
    "1.9",
    "opened map's start",
    [written(ISLAND, "START"), written(ISLAND, "START_ZOOM")],
    ["[-98.5795, 39.8283]", "5"],
  ],
  ["1.9", "map's zoom", [MAX_ZOOM, written(ISLAND, "NEAREST")], [15, "15"]],
  [
    "1.9",
    "fit box, degrees",
    [
      written(ISLAND, "FIT_DEGREES"),
      written("app/modules/maps/shared/job-map.server.ts", "PIN_VIEW_DEGREES"),
    ],
    ["0.004", "0.004"],
  ],
  ["1.9", "map label hides after, ms", written(ISLAND, "LABEL_MS"), "3000"],
  [
    "1.9",
    "local keys",
    [VISIBLE_COLUMNS_KEY, COLUMN_ORDER_KEY, getInventoryUnitKey("5-746-0")],
    ["VisibleTripTicketTableColumnsV2", "TripTicketTableColumnOrderV2", "InventoryUnit-5-746-0"],
  ],
  ["1.9", "export's file", getFileType("csv").name, "trip_tickets.csv"],
  [
    "1.9",
    "export's columns",
    STANDARD_COLUMNS.map((c) => c.key).join(),
    "load_id,link,company,job,product_type,wood_species,destination,created_at,picked_up_at,dropped_off_at,scaled_at,estimated_volume,estimated_unit,scaled_volume,scaled_unit,scale_ticket_number,contract_number,cut_contract,skid_contract,haul_contract,comment,county,township,range,section",
  ],
  [
    "1.9",
    "every standard column can be named",
    STANDARD_COLUMNS.every((c) => EXPORTED.some((k) => k === c.key)),
    true,
  ],
  [
    "1.9",
    "greetings by hour",
    [4, 5, 11, 12, 16, 17].map(at),
    ["Good evening", "Good morning", "Good morning", "Good afternoon", "Good afternoon", "Good evening"],
  ],
  [
    "2.5",
    "phone as sent",
    [parseApiPhone("(906) 555-0100"), parseApiPhone("1 906 555 0100")],
    ["+19065550100", "+19065550100"],
  ],
  ["2.5", "phone as shown, 13 characters", formatPhone("+19065550100"), "(906)555-0100"],
  [
    "2.9",
    "settlement statuses",
    lists.SETTLEMENT_STATUS_TYPES.map(([id, name]) => `${name} ${id}`).join(),
    "Unpaid 1,Paid 2,Void 3",
  ],
  ["2.9", "faces of a crew", written("app/modules/people/ui/people-lists.tsx", "MAX_AVATARS"), "4"],
  [
    "2.9",
    "height of search results",
    /max-height: (\d+px)/.exec(source("app/styles/picker.css"))?.[1],
    "300px",
  ],
  ["2.9", "a list closes after, ms", written(COMBOBOX, "CLOSING_MS"), "100"],
  [
    "2.9",
    "characters of an EIN",
    /label=\{LABELS.ein\}[\s\S]*?maxLength: (\d+)/.exec(
      source("app/modules/companies/ui/company-form.tsx"),
    )?.[1],
    "10",
  ],
];

describe("fixed numbers, orders and keys have their specified values", () => {
  test.each(ROWS)("%s %s", (_section, _what, actual, expected) => {
    expect(actual).toEqual(expected);
  });
});
