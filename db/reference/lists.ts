import { COMPANY_ENTITIES, JOB_ENTITIES } from "~/lib/access/crew-permissions";

/** Short lists with ids that are part of the API. */
type Row = readonly [id: number, name: string];

export const COUNTRIES: readonly Row[] = [
  [1, "United States"],
  [2, "Canada"],
];
export const WOOD_UNIT_TYPES: readonly Row[] = [
  [1, "MBF"],
  [2, "TON"],
  [3, "CORD"],
];
export const WOOD_SPECIES_TYPES: readonly Row[] = [
  [1, "Softwood"],
  [2, "Hardwood"],
  [3, "Mixed softwood"],
  [4, "Mixed hardwood"],
  [5, "Southern yellow pine"],
  [6, "SPF"],
  [7, "Hem-Fir"],
  [8, "Aspen"],
  [9, "Red oak"],
  [10, "White oak"],
];
export const TRIP_TICKET_STATUSES: readonly Row[] = [
  [1, "Is Claimed"],
  [2, "Is In Transit"],
  [3, "Is Completed"],
  [4, "Is Cancelled"],
  [5, "Is Paused"],
  [6, "Is In Yard"],
  [7, "Is Available"],
];
export const TRIP_TICKET_PRIORITIES: readonly Row[] = [
  [1, "High"],
  [2, "Medium"],
  [3, "Low"],
];
export const JOB_STATUSES: readonly Row[] = [
  [1, "Active"],
  [2, "Inactive"],
];
export const JOB_PRODUCT_RATE_TYPES: readonly Row[] = [
  [1, "Cut"],
  [2, "Skid"],
  [3, "Stumpage"],
  [4, "Mill"],
];
export const COST_TYPES: readonly Row[] = [
  [1, "Cut"],
  [2, "Skid"],
  [3, "Haul"],
  [4, "Stumpage"],
  [5, "Fuel"],
  [9, "Other"],
  [10, "Mill"],
];
export const ROAD_TYPES: readonly Row[] = [
  [1, "Haul"],
  [2, "Company"],
  [3, "Private"],
  [4, "County"],
  [5, "Skid"],
  [6, "Stub"],
  [7, "Back-In Stub"],
  [8, "Blacktop"],
  [9, "Other"],
];
export const NOTIFICATION_TYPES: readonly Row[] = [
  [1, "General"],
  [2, "Job invitation"],
  [3, "Accepted"],
  [4, "Declined"],
  [5, "Ticket assigned"],
  [6, "Ticket status"],
  [7, "Comment"],
  [9, "Join request"],
  [10, "Settlement"],
];
export const SETTLEMENT_STATUS_TYPES: readonly Row[] = [
  [1, "Unpaid"],
  [2, "Paid"],
  [3, "Void"],
];
export const LOCATION_TYPES: readonly Row[] = [
  [1, "Mill"],
  [2, "Yard"],
  [3, "Landing"],
  [4, "Office"],
  [5, "Shop"],
  [6, "Scale house"],
  [7, "Other"],
];
export const FEATURES: readonly Row[] = [
  [1, "Job creation"],
  [2, "Advanced export"],
  [3, "Settlements"],
];
/**
 * The third type is hidden in every list of choices, as are all types whose names contain URL
 * (docs/domain.md#certification).
 */
export const CERTIFICATION_TYPES: readonly Row[] = [
  [1, "FSC"],
  [2, "SFI"],
  [3, "Certificate URL"],
];

/** Claims in the wording of sales documents (FSC-STD-40-004; SFI 2022 section 4). */
export const PRODUCT_CLAIMS: readonly (readonly [id: number, name: string, certificationType: number])[] = [
  [1, "FSC 100%", 1],
  [2, "FSC Mix x%", 1],
  [3, "FSC Mix Credit", 1],
  [4, "FSC Recycled x%", 1],
  [5, "FSC Recycled Credit", 1],
  [6, "FSC Controlled Wood", 1],
  [7, "SFI 100% Certified Forest Content", 2],
  [8, "SFI X% Certified Forest Content", 2],
  [9, "SFI Certified Forest Content (Credit)", 2],
  [10, "SFI Certified Sourcing", 2],
  [11, "SFI Fiber Sourcing", 2],
  [12, "SFI Forest Management", 2],
  [13, "ATFS Certified", 2],
];

/** Product types with their most common unit of sale; null means the ton (docs/domain.md#units-and-conversions). */
export const PRODUCT_TYPES: readonly (readonly [id: number, name: string, unit: number | null])[] = [
  [1, "Sawlogs", 1],
  [2, "Veneer logs", 1],
  [3, "Peeler logs", 1],
  [4, "Chip-n-saw", 2],
  [5, "Pulpwood", 2],
  [6, "Bolts", 3],
  [7, "Poles", 2],
  [8, "Piling", 2],
  [9, "Pallet logs", 2],
  [10, "Tie logs", 1],
  [11, "Boltwood", 2],
  [12, "Posts", 2],
  [13, "Superpulp", 2],
  [14, "Fuelwood", 3],
  [15, "Whole-tree chips", 2],
  [16, "Clean chips", 2],
  [17, "Hog fuel", 2],
  [18, "Topwood", 2],
  [19, "Stumpwood", 2],
  [20, "Shingle and shake bolts", 3],
  [21, "OSB logs", 2],
  [22, "Cull", 2],
  [23, "Other", null],
];

/** Commonly traded products: product type, then a species (FIA number) or a species group. */
export const PRODUCTS: readonly (readonly [type: number, species: number | null, group: number | null])[] = [
  [1, 318, null],
  [1, 316, null],
  [1, 833, null],
  [1, 802, null],
  [1, 125, null],
  [1, 129, null],
  [1, 202, null],
  [1, 122, null],
  [1, 263, null],
  [1, 242, null],
  [1, 131, null],
  [1, null, 5],
  [1, null, 6],
  [1, null, 7],
  [1, 621, null],
  [1, 951, null],
  [2, 318, null],
  [2, 371, null],
  [2, 602, null],
  [2, 833, null],
  [3, 202, null],
  [4, null, 5],
  [4, 131, null],
  [5, 746, null],
  [5, null, 8],
  [5, null, 4],
  [5, null, 2],
  [5, null, 5],
  [5, 105, null],
  [5, 125, null],
  [5, null, 3],
  [5, 351, null],
  [6, 746, null],
  [6, null, 8],
  [6, null, 4],
  [7, null, 5],
  [7, 125, null],
  [7, 242, null],
  [9, null, 4],
  [10, null, 9],
  [10, null, 10],
  [12, 105, null],
  [14, null, 4],
  [15, null, 4],
  [16, null, 5],
  [17, null, null],
  [18, null, 5],
  [20, 242, null],
  [20, 241, null],
  [21, null, 8],
];

/** Entities that crew permissions cover; ids count from 1 in the order of this list (docs/domain.md#crew-permissions). */
export const PERMISSION_ENTITIES = [...COMPANY_ENTITIES, ...JOB_ENTITIES].map(
  (name, i) =>
    [i + 1, name, Number(i < COMPANY_ENTITIES.length), Number(i >= COMPANY_ENTITIES.length)] as const,
);

/** Release notes, oldest first. */
export const RELEASES: readonly {
  version: string;
  released_at: string;
  notes: readonly (readonly [string, string])[];
}[] = [
  {
    version: "0.1.0",
    released_at: "2026-11-21T12:00:00.000Z",
    notes: [
      [
        "Trip tickets from landing to mill",
        "Create a ticket on a job, claim it, pick up, drop off, and see who did what and when.",
      ],
      [
        "A sheet that proves itself",
        "Every ticket prints on one page with a QR code. Anyone who scans it sees whether the load is real, without an account.",
      ],
      [
        "Light pages",
        "On one bar of signal, switch to light pages: the same screens without a script, a few kilobytes each.",
      ],
    ],
  },
  {
    version: "0.2.0",
    released_at: "2026-11-21T18:00:00.000Z",
    notes: [
      [
        "Set up your company",
        "Join a company or create your own. People, crews and their permissions, locations, destinations and certifications are all on the company's page.",
      ],
      [
        "Programs can do what you do",
        "Make an API key on the company's page. Tickets, comments, photos and the company's own data can be read and written by your other systems.",
      ],
      [
        "Close to where you are",
        "Pages come from a copy near you, and you can keep reading them while the main server is down.",
      ],
    ],
  },
  {
    version: "0.3.0",
    released_at: "2026-11-21T21:00:00.000Z",
    notes: [
      [
        "Set up a job from start to finish",
        "Go step by step on any device: land, map or shapefile, contractors, sorts and rates. Contractors accept or decline, and every part of the job has its own page.",
      ],
      [
        "Find any load, change many at once",
        "Filter by dates, companies, jobs, products and more. Choose your columns, save filters for your company, and change everything you've selected in one step.",
      ],
      [
        "To other systems and back",
        "Export to spreadsheets, PDF, FPA, LIMS, Caribou or BOOST, and paste a mill's statement to see every load scaled.",
      ],
    ],
  },
];

/**
 * Subscriptions offered by a new deployment; prices in cents, which the deployment's operator sets (`npx tsx
 * db/scripts/stripe-setup.ts`).
 */
export const BILLING_PRODUCTS = [
  ["basic", "Standard", 4_900, "timbertally_basic_month", "1,2"],
  ["professional", "Professional", 14_900, "timbertally_professional_month", "1,2,3"],
] as const;
