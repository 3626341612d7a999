import { formatCertificationChoice } from "~/modules/certifications/rules/certifications";
import { getTodayInUserZone, readUsableCertifications } from "~/modules/certifications/shared/usable.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { type LoadCertificate, readCertificates } from "../../life-cycle/data/certificate-flow.server";
import { requireChosenCertifications } from "../../shared/certifications.server";
import type { requireOpenJobWithProducts } from "../../shared/new-ticket.server";

type Open = Awaited<ReturnType<typeof requireOpenJobWithProducts>>;

/**
 * Return a new load's certificates: those of its destination that are valid on the loading day, regardless of who creates the
 * load; or those chosen by the job's office, possibly none.
 */
export async function requireNewTicketCertificates(
  ctx: Ctx<CompanyActor>,
  { certification_ids: named }: { certification_ids?: number[] },
  open: Open,
  load: { job_destination_id: number; hauler_company_id?: number | null },
  times: { loaded_at?: string | null; picked_up_at?: string | null },
): Promise<readonly LoadCertificate[]> {
  if (named === undefined) return (await readCertificates(ctx, load.job_destination_id, times)).holds;
  if (!canChooseCertificates(ctx, open))
    throw forbidden(
      "Only the company that requested the job, or its land manager, can choose a certificate.",
    );
  return requireChosenCertifications(ctx, named, {
    requester: open.request_user_company_id,
    parties: open.parties,
    hauler: load.hauler_company_id ?? null,
    destination: load.job_destination_id,
    ticket: null,
  });
}

/** Check whether the user may choose the certificates of this job's loads: only the job's office may. */
export const canChooseCertificates = (ctx: Ctx<CompanyActor>, { roles }: Pick<Open, "roles">): boolean =>
  ctx.actor.permissions.certification.read && (roles.has("creator") || roles.has("land_manager"));

/** Return the certificates that the acting company may use for loads of jobs that it runs, each with its claim. */
export async function readCertificatesForJobs(ctx: Ctx<CompanyActor>, jobs: { office: boolean }[]) {
  if (!ctx.actor.permissions.certification.read || !jobs.some((job) => job.office)) return [];
  return (await readUsableCertifications(ctx)).map((item) => ({
    value: item.certification.id,
    label: formatCertificationChoice(
      {
        ...item.certification,
        type: item.certification_type.name,
        claim: item.product_claim?.name ?? null,
      },
      getTodayInUserZone(ctx),
      item.is_owned ? null : item.company.name,
    ),
  }));
}
