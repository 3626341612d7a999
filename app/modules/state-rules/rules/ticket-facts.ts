/** Ticket data that can answer a state's question; a fact is a text, or nothing. */
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

/** Facts that states require, by the keys under which their rules are stored. */
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
  // The name as on the license is what somebody typed from it, never an account's name.
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

/** Whether a fact is on the paper. An unknown key never is. */
export const isAnswered = (key: string, paper: Paper): boolean => Boolean(TICKET_FACTS[key]?.(paper));
