import { z } from "zod";
import { outputId as id, outputName as idName, outputInstant as instant, listOutput } from "~/web/output";

/** Response shapes of certifications, their groups, and requests. */
const count = z.number().int();
const words = z.string();
const day = z.string().nullable().describe("A day, YYYY-MM-DD; the certificate holds through it.");

const shortCertification = z.strictObject({ id, license: words });
const group = z.strictObject({ id, name: words, version: count });

const certification = z
  .strictObject({
    certification: z.strictObject({
      id,
      company_id: id.describe("The holder."),
      certification_type_id: id,
      license: words,
      product_claim_id: id.nullable(),
      expires_at: day,
      version: count.describe("Send this plus one with an edit."),
    }),
    certification_type: idName,
    product_claim: idName.nullable(),
    company: idName.describe("The holder."),
    is_owned: z.boolean().describe("The company it belongs to is its holder."),
    is_expired: z.boolean(),
    warning: words.nullable().describe("Anything unusual about the license. A warning never blocks saving."),
  })
  .meta({ id: "CompanyCertification", description: "A certification that a company may use." });

const request = z.strictObject({
  certification_request: z.strictObject({
    id,
    certification_group_id: id,
    company_id: id,
    created_at: instant,
    accepted_at: instant.nullable(),
    rejected_at: instant.nullable(),
    ended_at: instant.nullable(),
    state: z.enum(["pending", "member", "rejected", "ended"]),
  }),
  company: idName.describe("Who asks."),
  certification_group: idName,
  certification: shortCertification,
  certification_type: idName,
  holder: idName,
});

export const certificationTypesOutput = listOutput(
  "certification_types",
  z.strictObject({ certification_type: idName, product_claims: z.array(idName) }),
);
export const certificationsOutput = listOutput("certifications", certification);
export const certificationGroupsOutput = listOutput(
  "certification_groups",
  z.strictObject({
    certification_group: group,
    certification: shortCertification,
    member_count: count,
    pending_count: count,
  }),
);
export const groupSearchOutput = listOutput(
  "certification_groups",
  z.strictObject({
    certification_group: group,
    certification: shortCertification,
    certification_type: idName,
    product_claim: idName.nullable(),
    company: idName.describe("The holder."),
  }),
);
export const groupMembersOutput = listOutput(
  "members",
  z.strictObject({
    certification_request: z.strictObject({ id, created_at: instant, accepted_at: instant.nullable() }),
    company: z.strictObject({ id, name: words, city: words.nullable() }),
  }),
);
export const certificationRequestsOutput = listOutput("certification_requests", request);
export const answeredRequestOutput = z.strictObject({ id, is_accepted: z.boolean() });
