import { getStatusLabel } from "../../rules/trip-ticket";
import type { Sheet } from "../../shared/paper.server";

/** A fact on a sheet; a required fact with an unknown value gets a line to write on. */
export type PaperFact = { term: string; value: string | null };
/** A section of a sheet: its facts in columns, or a text if there are none. */
export type PaperBlock = { title: string; columns: PaperFact[][]; none?: string };

export const SIGNATURE_LABELS = ["Loader", "Driver", "Receiver"] as const;

/** Text at the top of a sheet. */
export const getSheetHeader = (s: Sheet) => ({
  title: `Trip Ticket #${s.number}`,
  line: `Load ${s.load_number} of ${s.job.name} · ${getStatusLabel(s.status)}`,
});

/**
 * Return the line below the signatures with the history code, by which anyone can check whether the history still
 * matches this sheet.
 */
export const getSheetFooter = (s: Sheet): string | null =>
  s.short_hash ? `History ${s.short_hash}. Scan the code to check this sheet.` : null;

/**
 * Return the content of a ticket's sheet, in order: all facts that any state's law requires of a load ticket (domain
 * notes, 2e). Both the printed page and the PDF use it. A fact is included if it is known, if it always has a line, or
 * if the job's state requires it.
 */
export function createSheetBlocks(s: Sheet): PaperBlock[] {
  const asks = (...keys: string[]) => keys.some((key) => s.asked.includes(key));
  const line = (term: string, value: string | null | undefined): PaperFact => ({
    term,
    value: value || null,
  });
  const known = (term: string, value: string | null | undefined, ...keys: string[]) =>
    value || asks(...keys) ? [line(term, value)] : [];
  const crew = (company: string | null, person: string | null) =>
    [company, person].filter(Boolean).join(", ");
  return [
    {
      title: "Trip Ticket Details",
      columns: [
        [
          line("Product", s.product),
          ...known("Species", s.scientific_name),
          line("Estimated", s.estimated),
          line("Destination", s.destination.name),
          ...known("Mill", s.destination.mill),
          ...known("Address", s.destination.address, "mill_address"),
          ...known("Place", s.destination.position),
          ...known("Notes", s.destination.notes),
          ...known("Landing", s.landing),
          ...known("Loaded", s.loaded?.text, s.picked_up ? "" : "loaded"),
          line("Picked up", s.picked_up?.text),
          line("Dropped off", s.dropped_off?.text),
        ],
        [
          ...known("Logger/Cutter", crew(s.cutter, s.cutter_user), "logger"),
          ...known("Skidder", crew(s.skidder, s.skidder_user)),
          ...known("Loader", s.loader_name, "loader_name"),
          ...known("Loader machine", s.loader_machine, "loader_machine"),
          line("Hauler", s.hauler),
          line("Driver", s.driver_name ?? s.hauler_user),
          ...(s.hauler_user && !s.driver_name && asks("driver_license_name")
            ? [line("Name on license", null)]
            : []),
          line("Truck", s.truck),
          ...known("Trailer plate", s.trailer_plate),
        ],
      ],
    },
    {
      title: "At the mill",
      columns: [
        [
          line("Scale ticket", s.scale_ticket_number),
          line("Scaled", s.scaled),
          ...known("Log rule", s.log_rule),
          line("Time", s.scaled_at?.text ?? s.received?.text),
        ],
        [
          line("Gross", s.gross),
          line("Tare", s.tare),
          line("Net", s.net),
          line("Deductions", s.deduction),
          ...known("After deductions", s.after_deduction),
        ],
      ],
    },
    {
      title: "Job Details",
      columns: [
        [
          line("Job", s.job.name),
          ...known("Contract", s.job.contract_number, "contract"),
          ...known("Harvest notice", s.job.harvest_notification_number, "harvest_notification"),
          ...known("Log brand", s.job.log_brand, "log_brand"),
          line("County", s.job.county),
        ],
        [
          ...known("Land", s.job.land, "land"),
          ...known("Position", s.loaded_from),
          ...known("Township", s.township),
          ...known("Land owner", s.land_owner, "land_owner"),
          ...known("Land manager", s.land_manager),
        ],
      ],
    },
    {
      title: "Certifications",
      columns: [
        s.certifications.map((c) => line(c.type, [c.license, c.claim, c.holder].filter(Boolean).join(", "))),
      ],
      none: "None",
    },
  ];
}

/** Facts repeated on the part that the driver tears off. */
export const createTearOffFacts = (s: Sheet): PaperFact[] => [
  { term: "Product", value: s.product },
  { term: "Destination", value: s.destination.name },
  { term: "Date", value: s.dropped_off?.text ?? s.picked_up?.text ?? null },
  { term: "Net or volume", value: s.after_deduction ?? s.net ?? s.scaled },
];
