import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { auditEntry, productType, tripTicket, woodSpecies, woodSpeciesType } from "#db/schema";
import { formatPounds, formatVolume } from "~/lib/units/measures";
import { verifyChain } from "~/modules/history/shared/history.server";
import { createPaperFormat } from "~/modules/history/shared/words.server";
import { procedure } from "~/web/procedure";
import { decodePrintedValues, getPrintedValues, type PrintedValues } from "../../rules/printed";
import { formatCompanyProduct, formatProduct, STATUS } from "../../rules/trip-ticket";
import { readCertifications } from "../../shared/certifications.server";
import { formatTicketFacts } from "../../shared/detail.server";
import { SHORT_HASH_LENGTH } from "../../shared/paper.server";
import { verifyQrSignature } from "../../shared/qr.server";
import { selectTickets, type TicketRow } from "../../shared/ticket-row.server";

const GENUINE = { forged: false as const };
/** Result for any invalid code. It reveals neither whether the ticket exists nor what is wrong with the code. */
const FORGED = { forged: true as const };

/**
 * Return the public verification of a printed ticket: whether we signed its code, the printed values, and the load's
 * current state. It contains no price, no phone, and no name of a company or person except the destination's, and
 * requires the code on the sheet.
 */
export const verifyTicket = procedure({
  name: "verifyTicket",
  audience: "anyone",
  input: z.strictObject({
    id: z.number().int(),
    sig: z.string().max(100),
    /** Printed values encoded in the code; older codes contain none. */
    p: z.string().max(200).default(""),
    /** History code on the paper. */
    history: z.string().max(100).default(""),
  }),
  async run(ctx, { id, sig, p, history }) {
    if (!verifyQrSignature("trip-ticket", id, sig, p)) return FORGED;
    const [row] = await selectTickets(ctx.read).where(eq(tripTicket.id, id));
    return row
      ? { ...GENUINE, ...(await readVerification(ctx.read, row, decodePrintedValues(p), history)) }
      : FORGED;
  },
});

/** Return the content of the public page for a ticket with genuine paper. */
export async function readVerification(
  read: Read,
  row: TicketRow,
  printed: PrintedValues | null,
  typed: string,
) {
  const t = row.trip_ticket;
  if (t.is_deleted) return { withdrawn: true as const, number: t.trip_ticket_number };
  const [certifications, intact, chain, product] = await Promise.all([
    readCertifications(read, [t.id]),
    verifyChain(read, { uid: t.uid, jobId: t.job_id, ticketId: t.id }),
    read
      .select({ hash: auditEntry.hash })
      .from(auditEntry)
      .where(eq(auditEntry.trip_ticket_id, t.id))
      .orderBy(asc(auditEntry.seq)),
    printed && printed.product !== getPrintedValues(t, null).product
      ? productWords(read, printed.product)
      : null,
  ]);
  const facts = formatTicketFacts(row, createPaperFormat(row));
  const { instant } = createPaperFormat(row);
  const at = (iso: string | null, place: string) => (iso ? instant(iso, place) : null);
  const now = getPrintedValues(t, null);
  const volume = (p: PrintedValues) =>
    p.scaled_volume === null ? null : formatVolume(p.scaled_volume, p.scaled_unit);
  const pounds = (n: number | null) => (n === null ? null : formatPounds(n));
  /** Return a value signed in the code: the ticket's current value and, if it differs, the printed value. */
  const signed = (term: string, current: string | null, then: (p: PrintedValues) => string | null) => {
    const was = printed ? then(printed) : current;
    return { term, now: current, printed: was === current ? undefined : was };
  };
  const hashes = chain.map(({ hash }) => hash.slice(0, SHORT_HASH_LENGTH));
  return {
    withdrawn: false as const,
    number: t.trip_ticket_number,
    load_number: t.load_number,
    job: row.job.name,
    is_sample: t.is_sample,
    state: stateOf(t.trip_ticket_status_id),
    status: facts.status,
    since: (facts.dropped_off ?? facts.received)?.text ?? null,
    /** True if the code contains the printed facts. */
    told: printed !== null,
    facts: [
      signed("Number", `#${now.number}`, (p) => `#${p.number}`),
      signed("Product", formatCompanyProduct(row), (p) =>
        p.product === now.product ? formatCompanyProduct(row) : product,
      ),
      { term: "Species", now: facts.scientific_name },
      { term: "County", now: facts.job.county },
      { term: "Destination", now: facts.destination.name },
      { term: "Estimated", now: facts.estimated },
      signed("Scaled", volume(now), volume),
      { term: "Gross", now: facts.gross },
      { term: "Tare", now: facts.tare },
      signed("Net", pounds(now.net_pounds), (p) => pounds(p.net_pounds)),
      { term: "Deductions", now: facts.deduction },
      { term: "Scale ticket", now: facts.scale_ticket_number },
      { term: "Truck", now: facts.truck },
      { term: "Trailer plate", now: facts.trailer_plate },
      signed("Picked up", at(now.picked_up_at, row.job_zone), (p) => at(p.picked_up_at, row.job_zone)),
      signed("Dropped off", at(now.dropped_off_at, row.mill_zone), (p) =>
        at(p.dropped_off_at, row.mill_zone),
      ),
      ...certifications.map((c) => ({ term: `${c.type} ${c.license}`, now: c.claim ?? "No claim" })),
    ].filter((fact) => fact.now !== null || ("printed" in fact && fact.printed !== undefined)),
    history: {
      printed: printed?.history ?? null,
      ...since(hashes, printed?.history ?? null),
      now: hashes.at(-1) ?? null,
    },
    typed: typed.trim() ? typedHistory(hashes, typed) : null,
    modified: facts.modified,
    intact,
  };
}
export type VerifiedTicket = Awaited<ReturnType<typeof readVerification>>;

/**
 * Return the number of history entries after the entry whose hash is printed; null if the printed hash isn't in this
 * ticket's history.
 */
const since = (hashes: readonly string[], printed: string | null) => {
  const place = printed === null ? -1 : hashes.indexOf(printed);
  return { changes: place < 0 ? null : hashes.length - 1 - place };
};

/** Check whether a history code typed from the paper is in this ticket's history, and count the changes after it. */
function typedHistory(hashes: readonly string[], typed: string) {
  const text = typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .slice(0, SHORT_HASH_LENGTH);
  return { text, ...since(hashes, text.length === SHORT_HASH_LENGTH ? text : null) };
}

/** Return the state that tells an officer whether the load may be on the road with this paper. */
function stateOf(status: number) {
  if (status === STATUS.completed) return "delivered" as const;
  if (status === STATUS.cancelled) return "cancelled" as const;
  if (status === STATUS.inTransit || status === STATUS.paused) return "on the way" as const;
  return "not picked up" as const;
}

/** Return the name of a product that was printed and has changed since. */
async function productWords(read: Read, key: string): Promise<string | null> {
  const [type, species, group] = key.split("-").map(Number);
  const [named] = await read
    .select({
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
    })
    .from(productType)
    .leftJoin(woodSpecies, sql`${woodSpecies.id} = ${species ?? 0}`)
    .leftJoin(woodSpeciesType, sql`${woodSpeciesType.id} = ${group ?? 0}`)
    .where(eq(productType.id, type ?? 0));
  return named ? formatProduct(named) : "Another product";
}
