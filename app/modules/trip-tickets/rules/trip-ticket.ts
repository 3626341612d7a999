/** IDs of trip ticket statuses (docs/domain.md#ticket-statuses). */
export const STATUS = {
  claimed: 1,
  inTransit: 2,
  completed: 3,
  cancelled: 4,
  paused: 5,
  inYard: 6,
  available: 7,
} as const;
export type StatusId = (typeof STATUS)[keyof typeof STATUS];

const STORED_NAMES: Record<StatusId, string> = {
  1: "Is Claimed",
  2: "Is In Transit",
  3: "Is Completed",
  4: "Is Cancelled",
  5: "Is Paused",
  6: "Is In Yard",
  7: "Is Available",
};

export const STATUS_IDS = Object.values(STATUS);
export const isStatus = (id: number): id is StatusId => id in STORED_NAMES;

/** Status as shown: without the leading 'Is ' of the stored name. */
export const getStatusLabel = (id: number): string =>
  (isStatus(id) ? STORED_NAMES[id] : "Unknown").replace(/^Is /, "");

export const PRIORITY = { high: 1, medium: 2, low: 3 } as const;
export const PRIORITY_LABELS: Record<number, string> = { 1: "High", 2: "Medium", 3: "Low" };

const LOADS = [STATUS.claimed, STATUS.inTransit, STATUS.completed, STATUS.paused, STATUS.inYard] as const;
const TO_HAUL = [STATUS.available, STATUS.inYard] as const;

/** Views of the ticket list (docs/domain.md#ticket-lists). */
export const TICKET_VIEWS = {
  loads: {
    name: "Loads",
    pageSize: 15,
    sort: "last_modified_at",
    statuses: LOADS,
    offered: [...LOADS, STATUS.cancelled],
  },
  available: { name: "Available", pageSize: 10, sort: "priority", statuses: TO_HAUL, offered: TO_HAUL },
} as const satisfies Record<
  string,
  {
    name: string;
    pageSize: number;
    sort: string;
    statuses: readonly StatusId[];
    offered: readonly StatusId[];
  }
>;
export type TicketView = keyof typeof TICKET_VIEWS;

/** Role of a company on a ticket. `creator` is the job's requesting company, no matter who entered the ticket. */
export type TicketRole =
  | "creator"
  | "land_manager"
  | "land_owner"
  | "authorizee"
  | "cutter"
  | "skidder"
  | "hauler"
  | "mill"
  | "job_cutter"
  | "job_skidder"
  | "job_hauler"
  | "author";

/** Companies involved in a ticket; only companies that accepted count. */
export type TicketParties = {
  requestCompanyId: number;
  landManagerCompanyIds: readonly number[];
  landOwnerCompanyIds: readonly number[];
  authorizeeCompanyIds: readonly number[];
  jobCutterCompanyIds: readonly number[];
  jobSkidderCompanyIds: readonly number[];
  jobHaulerCompanyIds: readonly number[];
  cutterCompanyId: number | null;
  skidderCompanyId: number | null;
  haulerCompanyId: number | null;
  /** Contractors that employ the cutter, skidder and hauler; a contractor has the same role on the load. */
  cutterForCompanyId?: number | null;
  skidderForCompanyId?: number | null;
  haulerForCompanyId?: number | null;
  millCompanyId: number | null;
  /** If the receiving mill has no users, the requester and the land manager act for it. */
  millHasUsers: boolean;
  creatorCompanyId: number | null;
};

/** All roles of a company on a ticket (docs/domain.md#who-sees-a-ticket). */
export function getTicketRoles(parties: TicketParties, companyId: number): ReadonlySet<TicketRole> {
  const roles = new Set<TicketRole>();
  const add = (role: TicketRole, has: boolean) => has && roles.add(role);
  const among = (ids: readonly number[]) => ids.includes(companyId);
  add("creator", parties.requestCompanyId === companyId);
  add("land_manager", among(parties.landManagerCompanyIds));
  add("land_owner", among(parties.landOwnerCompanyIds));
  add("authorizee", among(parties.authorizeeCompanyIds));
  add("job_cutter", among(parties.jobCutterCompanyIds));
  add("job_skidder", among(parties.jobSkidderCompanyIds));
  add("job_hauler", among(parties.jobHaulerCompanyIds));
  const either = (...ids: (number | null | undefined)[]) => ids.includes(companyId);
  add("cutter", either(parties.cutterCompanyId, parties.cutterForCompanyId));
  add("skidder", either(parties.skidderCompanyId, parties.skidderForCompanyId));
  add("hauler", either(parties.haulerCompanyId, parties.haulerForCompanyId));
  add("mill", parties.millCompanyId === companyId);
  add("author", parties.creatorCompanyId === companyId);
  if (!parties.millHasUsers && (roles.has("creator") || roles.has("land_manager"))) roles.add("mill");
  return roles;
}

/** Product as named on its ticket: "Pulpwood, quaking aspen". */
export const formatProduct = (p: {
  product_type: string;
  wood_species: string | null;
  wood_species_type: string | null;
}) => [p.product_type, p.wood_species ?? p.wood_species_type].filter(Boolean).join(", ");

/** Format a product with the company's own name for it: "8 ft popple bolts (Bolts, quaking aspen)". */
export const formatCompanyProduct = (p: Parameters<typeof formatProduct>[0] & { own_name: string | null }) =>
  formatNameWithStandard(p.own_name, formatProduct(p));

/** Company's own name for something, followed by its common name. */
export const formatNameWithStandard = (own: string | null, known: string) =>
  own && own.toLowerCase() !== known.toLowerCase() ? `${own} (${known})` : known;
