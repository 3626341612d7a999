import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { company, jobCompany, usState } from "#db/schema";
import { closestName } from "~/core/access/closest-name.server";
import { companyMarks, marksInWords } from "~/core/access/company-marks.server";
import { partnersFirst } from "~/core/access/company-search.server";
import { FACE, findable } from "~/core/access/public-face.server";
import { historySteps } from "~/core/history/history.server";
import {
  DUPLICATE,
  JOB_ROLE_FLAGS,
  ONE_LAND_MANAGER,
  type PlaceRoles,
  rolesText,
} from "~/core/jobs/contracts";
import { jobFor, type VisibleJob } from "~/core/jobs/standing.server";
import {
  contractorInput,
  contractorSteps,
  isSentLink,
  joinSteps,
  joinStepsOf,
} from "~/core/noted/join-links.server";
import { NOTICE } from "~/core/notices/notices";
import { enabledChannels } from "~/core/outbox/channels.server";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import { recordOf } from "~/domain/records/records";
import { escapeLike } from "~/domain/text/text";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { noticeSteps } from "./notify.server";

const job_id = z.number().int();
const company_id = z.number("Choose a company").int();

/** Companies to add, by a part of their name: those that the acting one may find. */
export const findContractors = procedure({
  name: "findContractors",
  input: z.strictObject({ id: z.number().int(), q: z.string().trim().max(100).default("") }),
  async run(ctx, { id, q }) {
    const found = await jobFor(ctx, id, "add_company");
    const companies = await ctx.read
      .select(FACE)
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(
        and(
          findable(ctx.actor),
          q ? sql`${company.name} LIKE ${`%${escapeLike(q)}%`} ESCAPE '\\'` : undefined,
        ),
      )
      .orderBy(
        ...(q ? [closestName(company.name, q)] : []),
        ...partnersFirst(ctx.actor.company?.id),
        company.name,
        company.id,
      )
      .limit(100);
    const marksOf = await companyMarks(
      ctx,
      companies.map((c) => c.id),
    );
    const listed = companies.map((c) => ({
      id: c.id,
      name: c.name,
      line: [
        [c.city, c.state].filter(Boolean).join(", "),
        roleNames(rolesOf(c)).join(", "),
        ...marksInWords(marksOf(c.id), ctx.actor.zone),
      ]
        .filter(Boolean)
        .join(" · "),
    }));
    return { id, name: found.job.name, companies: listed, texts: enabledChannels().text };
  },
});

const roleFlags = z
  .array(z.enum(JOB_ROLE_FLAGS), "Choose at least one role")
  .min(1, "Choose at least one role")
  .max(JOB_ROLE_FLAGS.length);

/** Puts a company on a job, in one role or several: invited, or accepted at once where it is one's own or has no users. */
export const addJobCompany = procedure({
  name: "addJobCompany",
  input: z.strictObject({ job_id, company_id, roles: roleFlags }),
  output: idOutput,
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "add_company");
    const [chosen] = await ctx.read
      .select({
        id: company.id,
        name: company.name,
        people: sql<number>`EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${company.id} AND f.is_deleted = 0)`,
      })
      .from(company)
      .where(and(eq(company.id, input.company_id), findable(ctx.actor)));
    if (!chosen) throw missing("We couldn't find that company, or you don't have access to it.");
    const on = found.companies.find((c) => c.company_id === chosen.id);
    const wanted: Partial<PlaceRoles> = recordOf(input.roles, () => true);
    const second = wanted.is_land_manager && found.companies.some((c) => c.is_land_manager);
    if (on && input.roles.some((r) => on[r])) throw invalid({ company_id: [DUPLICATE] });
    if (second) throw invalid({ roles: [ONE_LAND_MANAGER] });
    const now = ctx.now.toISOString();
    const atOnce = !chosen.people || ctx.actor.companies.some((c) => c.id === chosen.id);
    const fresh = {
      ...Object.fromEntries(JOB_ROLE_FLAGS.map((r) => [r, Boolean(wanted[r])])),
      invited_at: now,
      accepted_at: atOnce ? now : null,
      declined_at: null,
      removed_at: null,
      contract_changed_at: null,
    };
    const step = on
      ? mustHit(
          ctx.write
            .update(jobCompany)
            .set({ ...wanted, version: on.version + 1 })
            .where(and(eq(jobCompany.id, on.id), eq(jobCompany.version, on.version))),
        )
      : mustHit(
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
    const roles = rolesText({ ...NOBODY, ...wanted });
    return ctx.commit(
      [
        step,
        oneLandManager(input.job_id),
        ...(on || atOnce ? [] : await inviteSteps(ctx, found, chosen.id, roles)),
        ...(await joinStepsOf(ctx, [chosen.id], found.job.name)),
        ...(await historySteps(ctx, found.subject, [
          { activity: "company_added", details: { company: `${chosen.name} (${roles})` } },
        ])),
      ],
      { id: chosen.id },
    );
  },
});

/** Undone where a second land manager came in between. */
const oneLandManager = (jobId: number): Step =>
  mustHit(
    sql`UPDATE job SET version = version WHERE id = ${jobId} AND (SELECT count(*) FROM job_seat s WHERE s.job_id = ${jobId} AND s.is_land_manager) < 2`,
  );

/** Put a company that isn't on Timbertally on a job: it's recorded, and its contact gets a link to join. */
export const inviteNewContractor = procedure({
  name: "inviteNewContractor",
  input: z.strictObject({ job_id, ...contractorInput, roles: roleFlags }),
  async run(ctx, { job_id, roles, ...input }) {
    const found = await jobFor(ctx, job_id, "add_company");
    const flags = { ...NOBODY, ...Object.fromEntries(roles.map((r) => [r, true])) };
    if (flags.is_land_manager && found.companies.some((c) => c.is_land_manager))
      throw invalid({ roles: [ONE_LAND_MANAGER] });
    const now = ctx.now.toISOString();
    const { is_land_owner_authorizee: _forester, ...ofCompany } = flags;
    return ctx.commit(
      [
        ...(await contractorSteps(ctx, input, ofCompany)),
        mustHit(
          ctx.write.insert(jobCompany).values({
            job_id,
            company_id: newest(company),
            ...flags,
            invited_at: now,
            accepted_at: now,
          }),
        ),
        oneLandManager(job_id),
        ...joinSteps(ctx, { ...input, company_id: newest(company), company: input.name }, found.job.name),
        ...(await historySteps(ctx, found.subject, [
          { activity: "company_added", details: { company: `${input.name} (${rolesText(flags)})` } },
        ])),
      ],
      { id: newest(company), sent: isSentLink(input) },
    );
  },
});

const NOBODY: PlaceRoles = {
  is_land_owner: false,
  is_land_owner_authorizee: false,
  is_land_manager: false,
  is_cutter: false,
  is_skidder: false,
  is_hauler: false,
};

/** Tells a company that it is invited to a job. */
const inviteSteps = (ctx: Ctx, found: VisibleJob, company: number, roles: string): Promise<Step[]> =>
  noticeSteps(ctx, {
    type: NOTICE.invitation,
    what: "invited",
    company,
    job: found.job.id,
    title: `${found.requester} invited you to the job ${found.job.name}`,
    message: `Your company is invited to ${found.job.name} as ${roles}. Accept or decline it in Jobs.`,
    path: `/jobs/${found.job.id}/accept`,
  });
