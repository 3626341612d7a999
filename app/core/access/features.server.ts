import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { companyFeatureAccess } from "#db/schema";
import type { Actor } from "~/web/actor";

const findFeatures = prepared((read) =>
  read
    .select()
    .from(companyFeatureAccess)
    .where(eq(companyFeatureAccess.company_id, sql.placeholder("company")))
    .orderBy(companyFeatureAccess.feature_id),
);

/** The acting company's entries of features (spec 1, section 4), in the order of their ids; none without a company. */
export const featuresOf = ({ read, actor }: { read: Read; actor: Pick<Actor, "company"> }) =>
  findFeatures(read, { company: actor.company?.id ?? 0 });
