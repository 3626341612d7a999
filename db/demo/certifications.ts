import type { Database } from "../client.server";
import { insertRow } from "../factories";
import * as t from "../schema";

type Company = { id: number };
type Companies = Record<"manager" | "logger" | "hauler" | "mill", Company>;

/**
 * Create the demo's certificates. The land manager has a certificate group, in which the logger is a member and which
 * the hauler asks to join.
 */
export async function seedCertifications(db: Database, instant: string, c: Companies) {
  const held = async (
    company: Company,
    type: number,
    license: string,
    claim: number | null,
    expires: string | null = null,
  ) => {
    const id = await insertRow(db, t.certification, {
      company_id: company.id,
      certification_type_id: type,
      license,
      product_claim_id: claim,
      expires_at: expires && `${expires}T23:59:59.999Z`,
    });
    await insertRow(db, t.companyCertification, { company_id: company.id, certification_id: id });
    return id;
  };
  const fsc = await held(c.manager, 1, "FSC-C104455", 1, yearsAfter(instant, 4));
  const sfi = await held(c.mill, 2, "NSF-SFI-COC-5Z311", 9);
  await held(c.manager, 1, "FSC-C104455", 6, yearsAfter(instant, 4));
  await held(c.manager, 1, "NC-FM/COC-104455", 1, yearsAfter(instant, 4));
  await held(c.manager, 2, "SFI-00417", 12, yearsAfter(instant, 2));
  await held(c.manager, 2, "SFI-00417", 11, yearsAfter(instant, 2));
  await held(c.manager, 2, "ATFS 26-1180", 13, yearsAfter(instant, -1));
  await held(c.mill, 1, "SCS-COC-00712", 3);

  const group = async (name: string) =>
    insertRow(db, t.certificationGroup, {
      certification_id: fsc,
      company_id: c.manager.id,
      name,
      created_at: instant,
    });
  const contractors = await group("Contractors of Superior");
  await group("Family forests of Crawford County");
  const asks = (company: Company, accepted_at: string | null) =>
    insertRow(db, t.certificationRequest, {
      certification_group_id: contractors,
      company_id: company.id,
      created_at: instant,
      accepted_at,
    });
  await asks(c.hauler, null);
  await asks(c.logger, instant);
  await insertRow(db, t.companyCertification, { company_id: c.logger.id, certification_id: fsc });
  return { fsc, sfi };
}

/** Return March 31 of the year that is this many years after an instant. */
const yearsAfter = (instant: string, years: number) => `${Number(instant.slice(0, 4)) + years}-03-31`;
