/** Ticket data for the facts that a state may require. */
type Paper = {
  number: number;
  load_number: number;
  product: string | null;
  scientific_name: string | null;
  estimated: string | null;
  scaled: string | null;
  gross: string | null;
  tare: string | null;
  net: string | null;
  deduction: string | null;
  scale_ticket_number: string | null;
  scaled_at: unknown;
  received: unknown;
  dropped_off: unknown;
  loaded: unknown;
  picked_up: unknown;
  hauler: string | null;
  hauler_user: string | null;
  driver_name: string | null;
  loader_name: string | null;
  loader_machine: string | null;
  truck: string | null;
  cutter: string | null;
  land_owner: string | null;
  land_manager: string | null;
  destination: { name: string; mill: string | null; address: string | null };
  job: {
    county: string;
    land: string | null;
    contract_number: string | null;
    harvest_notification_number: string | null;
    log_brand: string | null;
  };
};

/**
 * Functions that return each fact from a ticket, by the key stored in the state's rules; an empty value means a missing
 * fact.
 */
export const TICKET_FACTS: Record<string, (paper: Paper) => unknown> = {
  ticket_number: (p) => p.number,
  load_number: (p) => p.load_number,
  county: (p) => p.job.county,
  land: (p) => p.job.land,
  land_owner: (p) => p.land_owner,
  timber_owner: (p) => p.land_manager,
  contract: (p) => p.job.contract_number,
  harvest_notification: (p) => p.job.harvest_notification_number,
  log_brand: (p) => p.job.log_brand,
  logger: (p) => p.cutter,
  loader_name: (p) => p.loader_name,
  loader_machine: (p) => p.loader_machine,
  loaded: (p) => p.loaded ?? p.picked_up,
  hauler: (p) => p.hauler,
  driver: (p) => p.driver_name ?? p.hauler_user,
  // The driver's name as on the license must be entered by a person, so an account's name doesn't count.
  driver_license_name: (p) => p.driver_name,
  plate: (p) => p.truck,
  product: (p) => p.product,
  species: (p) => p.scientific_name ?? p.product?.includes(","),
  quantity: (p) => p.scaled ?? p.estimated,
  destination: (p) => p.destination.name,
  mill: (p) => p.destination.mill,
  mill_address: (p) => p.destination.address,
  delivered: (p) => p.received ?? p.dropped_off,
  scale_ticket: (p) => p.scale_ticket_number,
  scale_time: (p) => p.scaled_at,
  weights: (p) => (p.gross && p.tare && p.net) || p.scaled,
  net: (p) => p.net ?? p.scaled,
  deduction: (p) => p.deduction ?? (p.scaled || p.net ? "none" : null),
};

/** Check whether a ticket has a fact; false for an unknown key. */
export const hasTicketFact = (key: string, paper: Paper): boolean => Boolean(TICKET_FACTS[key]?.(paper));
