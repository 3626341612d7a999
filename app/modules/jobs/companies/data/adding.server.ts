import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, jobCompany, usState } from "#db/schema";
import { buildClosestNameOrder } from "~/lib/access/closest-name.server";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { buildRecord } from "~/lib/object/records";
import { escapeLike } from "~/lib/text/text";
import {
  formatIdentityFacts,
  readCompanyIdentityFacts,
} from "~/modules/companies/shared/company-marks.server";
import { buildPartnersFirstOrder } from "~/modules/companies/shared/company-search.server";
import {
  buildContractorSteps,
  buildJobInvitationSteps,
  buildJoinInvitationSteps,
  canSendLink,
  contractorInput,
} from "~/modules/companies/shared/join-links.server";
import {
  buildSearchableCondition,
  COMPANY_CARD_COLUMNS,
} from "~/modules/companies/shared/public-face.server";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import {
  DUPLICATE_COMPANY_MESSAGE,
  formatRoles,
  JOB_ROLE_FLAGS,
  type JobCompanyRoles,
  ONE_LAND_MANAGER_MESSAGE,
} from "../../rules/contracts";
import { requireJobRight, type VisibleJob } from "../../shared/authorize.server";
import { buildJobNotificationSteps } from "./notify.server";

const job_id = z.number().int();
const company_id = z.number("Choose a company").int();

/** Find companies to add by part of their name, among those that the acting company may find. */
export const findContractors = procedure({
  name: "findContractors",
  input: z.strictObject({ id: z.number().int(), q: z.string().trim().max(100).default("") }),
  async run(ctx, { id, q }) {
    const job = await requireJobRight(ctx, id, "add_company");
    const companies = await ctx.read
      .select(COMPANY_CARD_COLUMNS)
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(
        and(
          buildSearchableCondition(ctx.actor),
          q ? sql`${company.name} LIKE ${`%${escapeLike(q)}%`} ESCAPE '\\'` : undefined,
        ),
      )
      .orderBy(
        ...(q ? [buildClosestNameOrder(company.name, q)] : []),
        ...buildPartnersFirstOrder(ctx.actor.company?.id),
        company.name,
        company.id,
      )
      .limit(100);
    const marksOf = await readCompanyIdentityFacts(
      ctx,
      companies.map((c) => c.id),
    );
    const listed = companies.map((c) => ({
      id: c.id,
      name: c.name,
      line: [
        [c.city, c.state].filter(Boolean).join(", "),
        listRoleNames(pickRoles(c)).join(", "),
        ...formatIdentityFacts(marksOf(c.id), ctx.actor.zone),
      ]
        .filter(Boolean)
        .join(" · "),
    }));
    return { id, name: job.job.name, companies: listed, texts: getEnabledChannels().text };
  },
});

const roleFlags = z
  .array(z.enum(JOB_ROLE_FLAGS), "Choose at least one role")
  .min(1, "Choose at least one role")
  .max(JOB_ROLE_FLAGS.length);

/**
 * Add a company to a job in one or more roles. The company is invited, or accepted at once if it is one of the user's
 * own companies or has no users.
 */
export const addJobCompany = procedure({
  name: "addJobCompany",
  input: z.strictObject({ job_id, company_id, roles: roleFlags }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "add_company");
    const [chosen] = await ctx.read
      .select({
        id: company.id,
        name: company.name,
        people: sql<number>`EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${company.id} AND f.is_deleted = 0)`,
      })
      .from(company)
      .where(and(eq(company.id, input.company_id), buildSearchableCondition(ctx.actor)));
    if (!chosen) throw notFound("We couldn't find that company, or you don't have access to it.");
    const on = job.companies.find((c) => c.company_id === chosen.id);
    const record: Partial<JobCompanyRoles> = buildRecord(input.roles, () => true);
    const second = record.is_land_manager && job.companies.some((c) => c.is_land_manager);
    if (on && input.roles.some((r) => on[r])) throw invalid({ company_id: [DUPLICATE_COMPANY_MESSAGE] });
    if (second) throw invalid({ roles: [ONE_LAND_MANAGER_MESSAGE] });
    const now = ctx.now.toISOString();
    const atOnce = !chosen.people || ctx.actor.companies.some((c) => c.id === chosen.id);
    const fresh = {
      ...Object.fromEntries(JOB_ROLE_FLAGS.map((r) => [r, Boolean(record[r])])),
      invited_at: now,
      accepted_at: atOnce ? now : null,
      declined_at: null,
      removed_at: null,
      contract_changed_at: null,
    };
    const step = on
      ? expectOneRow(
          ctx.write
            .update(jobCompany)
            .set({ ...record, version: on.version + 1 })
            .where(and(eq(jobCompany.id, on.id), eq(jobCompany.version, on.version))),
        )
      : expectOneRow(
          ctx.write
            .insert(jobCompany)
            .values({ job_id: input.job_id, company_id: chosen.id, ...fresh })
            .onConflictDoUpdate({
              target: [jobCompany.job_id, jobCompany.company_id],
              set: { ...fresh, version: sql`${jobCompany.version} + 1` },
              setWhere: or(
                sql`${jobCompany.declined_at} IS NOT NULL`,
                sql`${jobCompany.removed_at} IS NOT NULL`,
              ),
            }),
        );
    const roles = formatRoles({ ...NOBODY, ...record });
    return ctx.commit(
      [
        step,
        oneLandManager(input.job_id),
        ...(on || atOnce ? [] : await inviteSteps(ctx, job, chosen.id, roles)),
        ...(await buildJobInvitationSteps(ctx, [chosen.id], job.job.name)),
        ...(await buildHistorySteps(ctx, job.subject, [
          { activity: "company_added", details: { company: `${chosen.name} (${roles})` } },
        ])),
      ],
      { id: chosen.id },
    );
  },
});

/** Abort the commit if another request has added a second land manager. */
const oneLandManager = (jobId: number): Step =>
  expectOneRow(
    sql`UPDATE job SET version = version WHERE id = ${jobId} AND (SELECT count(*) FROM job_membership s WHERE s.job_id = ${jobId} AND s.is_land_manager) < 2`,
  );

/** Add a company that isn't on Timbertally to a job: it's recorded, and its contact gets a link to join. */
export const inviteNewContractor = procedure({
  name: "inviteNewContractor",
  input: z.strictObject({ job_id, ...contractorInput, roles: roleFlags }),
  async run(ctx, { job_id, roles, ...input }) {
    const job = await requireJobRight(ctx, job_id, "add_company");
    const flags = { ...NOBODY, ...Object.fromEntries(roles.map((r) => [r, true])) };
    if (flags.is_land_manager && job.companies.some((c) => c.is_land_manager))
      throw invalid({ roles: [ONE_LAND_MANAGER_MESSAGE] });
    const now = ctx.now.toISOString();
    const { is_land_owner_authorizee: _forester, ...ofCompany } = flags;
    return ctx.commit(
      [
        ...(await buildContractorSteps(ctx, input, ofCompany)),
        expectOneRow(
          ctx.write.insert(jobCompany).values({
            job_id,
            company_id: selectInsertedId(company),
            ...flags,
            invited_at: now,
            accepted_at: now,
          }),
        ),
        oneLandManager(job_id),
        ...buildJoinInvitationSteps(
          ctx,
          { ...input, company_id: selectInsertedId(company), company: input.name },
          job.job.name,
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          { activity: "company_added", details: { company: `${input.name} (${formatRoles(flags)})` } },
        ])),
      ],
      { id: selectInsertedId(company), sent: canSendLink(input) },
    );
  },
});

const NOBODY: JobCompanyRoles = {
  is_land_owner: false,
  is_land_owner_authorizee: false,
  is_land_manager: false,
  is_cutter: false,
  is_skidder: false,
  is_hauler: false,
};

/** Notify a company that it is invited to a job. */
const inviteSteps = (ctx: Ctx, job: VisibleJob, company: number, roles: string): Promise<Step[]> =>
  buildJobNotificationSteps(ctx, {
    type: NOTIFICATION.invitation,
    what: "invited",
    company,
    job: job.job.id,
    title: `${job.requester} invited you to the job ${job.job.name}`,
    message: `Your company is invited to ${job.job.name} as ${roles}. Accept or decline it in Jobs.`,
    path: `/jobs/${job.job.id}/accept`,
  });
