import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { companyFeatureAccess } from "#db/schema";
import type { Actor } from "~/web/actor";

const findFeatures = prepareQuery((read) =>
  read
    .select()
    .from(companyFeatureAccess)
    .where(eq(companyFeatureAccess.company_id, sql.placeholder("company")))
    .orderBy(companyFeatureAccess.feature_id),
);

/** Read the acting company's feature entries (docs/domain.md#company-features), ordered by id; empty without a company. */
export const readCompanyFeatures = ({ read, actor }: { read: Read; actor: Pick<Actor, "company"> }) =>
  findFeatures(read, { company: actor.company?.id ?? 0 });
