import { readUsable, todayOf } from "~/core/certifications/usable.server";
import { choiceName } from "~/domain/certifications/certifications";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { type Carried, certificatesOf } from "./certificate-flow.server";
import { chosenCertifications } from "./certifications.server";
import type { openJobWithMix } from "./new-ticket.server";

type Open = Awaited<ReturnType<typeof openJobWithMix>>;

/**
 * What a new load goes under: the certificates that its destination asks for, as they hold on the day of loading, no matter
 * who makes it; or those that the job's office names in their place, none of them included.
 */
export async function certificatesOfNew(
  ctx: Ctx<CompanyActor>,
  { certification_ids: named }: { certification_ids?: number[] },
  open: Open,
  load: { job_destination_id: number; hauler_company_id?: number | null },
  times: { loaded_at?: string | null; picked_up_at?: string | null },
): Promise<readonly Carried[]> {
  if (named === undefined) return (await certificatesOf(ctx, load.job_destination_id, times)).holds;
  if (!mayChooseCertificates(ctx, open))
    throw forbidden(
      "Only the company that requested the job, or its land manager, can choose a certificate.",
    );
  return chosenCertifications(ctx, named, {
    requester: open.request_user_company_id,
    parties: open.parties,
    hauler: load.hauler_company_id ?? null,
    destination: load.job_destination_id,
    ticket: null,
  });
}

/** Who may say what a load of this job goes under: its office, as on the load's own page. */
export const mayChooseCertificates = (ctx: Ctx<CompanyActor>, { roles }: Pick<Open, "roles">): boolean =>
  ctx.actor.permissions.certification.read && (roles.has("creator") || roles.has("land_manager"));

/** The certificates that the acting company may use, for loads of jobs that it runs; each named with its claim. */
export async function certificatesFor(ctx: Ctx<CompanyActor>, jobs: { office: boolean }[]) {
  if (!ctx.actor.permissions.certification.read || !jobs.some((job) => job.office)) return [];
  return (await readUsable(ctx)).map((one) => ({
    value: one.certification.id,
    label: choiceName(
      {
        ...one.certification,
        type: one.certification_type.name,
        claim: one.product_claim?.name ?? null,
      },
      todayOf(ctx),
      one.is_owned ? null : one.company.name,
    ),
  }));
}
