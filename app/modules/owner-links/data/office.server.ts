import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, ownerLink, user } from "#db/schema";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { buildMailSteps, buildTextSteps } from "~/lib/mail/write.server";
import { formatCardCode } from "~/lib/text/code";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { parseApiPhone } from "~/lib/text/phone";
import { isValidDay } from "~/lib/time/date-range";
import { formatDate, getDay, getDayBounds } from "~/lib/time/time";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { isActiveJob } from "~/modules/jobs/rules/job-status";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { emailInput, normalizeEmail, phoneInput } from "~/modules/people/rules/person";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow, expectTrue } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound, PERMISSION_MISSING_MESSAGE, unprocessable } from "~/web/refusal";
import { hashToken } from "~/web/session.server";
import { createdOwnerLinkOutput, ownerLinksOutput } from "../rules/output";
import { ownerReportFields } from "../rules/report-input";
import { readOwnerReportDeadline, readReportRecorders } from "./clock.server";
import { buildOwnerPath, buildOwnerUrl, createOwnerCode } from "./link.server";
import { readOwnerReport } from "./report.server";

/** Maximum number of live links per job. */
const MAX_LINKS = 10;
const id = z.number().int();
const SAMPLE = "This is a practice job: it has no loads to show anyone.";

/** List the job's land owners that the acting company may create links for: all of them, or only itself. */
export const listLinkableOwners = (job: VisibleJob) =>
  job.companies.filter(
    (c) => c.is_land_owner && c.accepted_at && (job.rights.office || c.company_id === job.me),
  );

/** Return the live links of a job, limited to land owners that the acting company may create links for. */
async function liveLinksOf(ctx: Pick<Ctx<CompanyActor>, "read" | "now">, job: VisibleJob) {
  const rows = await ctx.read
    .select({ link: ownerLink, owner: company.name, first_name: user.first_name, last_name: user.last_name })
    .from(ownerLink)
    .innerJoin(company, eq(company.id, ownerLink.company_id))
    .leftJoin(user, eq(user.id, ownerLink.creator_user_id))
    .where(
      and(
        eq(ownerLink.job_id, job.job.id),
        isNull(ownerLink.revoked_at),
        or(isNull(ownerLink.expires_at), sql`${ownerLink.expires_at} > ${ctx.now.toISOString()}`),
      ),
    )
    .orderBy(asc(ownerLink.id));
  const mine = new Set(listLinkableOwners(job).map((c) => c.company_id));
  return rows.filter(({ link }) => mine.has(link.company_id));
}

/** List the live links of a job. */
export const listOwnerLinks = procedure({
  name: "listOwnerLinks",
  may: "job_company.read",
  input: z.strictObject({ id, ...pagingParams }),
  output: ownerLinksOutput,
  async run(ctx, { id: job_id, ...part }) {
    const job = await requireJobRight(ctx, job_id, "see_owner");
    const { rows, meta } = slicePage(await liveLinksOf(ctx, job), part);
    const shared = rows.map(({ link }) => {
      const { id: link_id, company_id, name, created_at, expires_at, last_opened_at, open_count } = link;
      return { id: link_id, company_id, name, created_at, expires_at, last_opened_at, opens: open_count };
    });
    return { owner_links: shared, meta };
  },
});

const CHANNELS = { link: "by the link", mail: "by mail", paper: "on paper" } as const;

/** Data of the land owner page: when a report is due, the delivered reports, and the live links. */
export const getJobOwner = procedure({
  name: "getJobOwner",
  may: "job_company.read",
  input: z.strictObject({ id }),
  async run(ctx, { id: job_id }) {
    const job = await requireJobRight(ctx, job_id, "see_owner");
    const { instant } = createHistoryFormat(ctx);
    const [links, clock, recorders] = await Promise.all([
      liveLinksOf(ctx, job),
      readOwnerReportDeadline(ctx.read, job.job, job.zone, ctx.now),
      readReportRecorders(ctx.read, job_id),
    ]);
    return {
      id: job_id,
      state: job.state,
      owners: listLinkableOwners(job).map(({ name }) => name),
      is_sample: job.job.is_sample,
      is_over: !isActiveJob(job.job),
      may_change: job.rights.change_owner && !job.job.is_sample,
      may_print:
        ctx.actor.permissions.job.read && ctx.actor.permissions.trip_ticket.read && !job.job.is_sample,
      may_report: job.rights.report_to_owner && !job.job.is_sample,
      harvest_ended_on: clock.harvest_ended_on && formatDate(clock.harvest_ended_on),
      asked_on: clock.asked_on.map(formatDate),
      clocks: clock.clocks.map((c) => ({ ...c, due_on: c.due_on && formatDate(c.due_on) })),
      reports: clock.reports.slice(0, 50).map((r) => ({
        id: r.id,
        days: `${formatDate(r.covers_from)} to ${formatDate(r.covers_to)}`,
        loads: r.loads,
        how: CHANNELS[r.channel],
        given_on: formatDate(r.delivered_on),
        by: recorders.get(r.id) ?? null,
      })),
      links: links.map(({ link, owner, first_name, last_name }) => ({
        id: link.id,
        name: link.name,
        owner,
        made: instant(link.created_at),
        by: first_name ? `${first_name} ${last_name}` : link.creator_label,
        expires: link.expires_at && instant(link.expires_at),
        opened: link.last_opened_at && instant(link.last_opened_at),
        opens: link.open_count,
      })),
    };
  },
});

/** Initial values for the form of a new link. */
export const getOwnerLinkForm = procedure({
  name: "getOwnerLinkForm",
  may: "job_company.update",
  input: z.strictObject({ id }),
  async run(ctx, { id: job_id }) {
    const job = await requireJobRight(ctx, job_id, "change_owner");
    if (job.job.is_sample) throw unprocessable(SAMPLE);
    return {
      id: job_id,
      job: job.job.name,
      from: ctx.actor.company.name,
      texts: getEnabledChannels().text,
      owners: listLinkableOwners(job).map((c) => ({ value: c.company_id, label: c.name })),
    };
  },
});

/**
 * Create a link with which a land owner without an account reads the job's loads. The link is shown only once. It is
 * sent by mail or text if an address is given, and can be printed as a card.
 */
export const createOwnerLink = procedure({
  name: "makeOwnerLink",
  may: "job_company.update",
  limit: { work: "messages" },
  input: z.strictObject({
    id,
    company_id: z.number("Choose the land owner").int("Choose the land owner"),
    name: createTrimmedTextSchema(80, undefined, "Type who gets it").min(1, "Type who gets it"),
    email: emailInput.optional().describe("Sent there by mail."),
    phone_number: phoneInput.optional().describe("Sent there by text, where this site sends texts."),
    until: createTextSchema(10)
      .optional()
      .describe("The last day on which it works; without it until you end it."),
  }),
  output: createdOwnerLinkOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.id, "change_owner");
    if (job.job.is_sample) throw unprocessable(SAMPLE);
    const owner = listLinkableOwners(job).find((c) => c.company_id === input.company_id);
    if (!owner) throw invalid({ company_id: ["Choose a land owner of this job"] });
    const channels = getEnabledChannels();
    if (input.phone_number && !channels.text)
      throw invalid({ phone_number: ["This site doesn't send text messages. Leave it empty."] });
    const expires_at = input.until ? lastInstant(input.until, job.zone, ctx.now) : null;
    if ((await liveLinksOf(ctx, job)).length >= MAX_LINKS)
      throw unprocessable(`This job has ${MAX_LINKS} links. End one that isn't needed anymore.`);
    const code = createOwnerCode();
    const now = ctx.now.toISOString();
    const email = input.email ? normalizeEmail(input.email) : null;
    const phone = input.phone_number ? parseApiPhone(input.phone_number) : null;
    const subject = `Your loads of wood: ${job.job.name}`;
    const message = `${ctx.actor.company.name} shares the loads of ${job.job.name} with you.`;
    const outcomeOf = await ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(ownerLink).values({
            job_id: input.id,
            company_id: owner.company_id,
            name: input.name,
            code_hash: hashToken(code),
            expires_at,
            ...toCreator(ctx.actor),
            created_at: now,
          }),
        ),
        expectTrue(sql`EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${input.id}
          AND p.company_id = ${owner.company_id} AND p.is_land_owner = 1)`),
        expectTrue(sql`(SELECT count(*) FROM owner_link l WHERE l.job_id = ${input.id} AND l.revoked_at IS NULL
          AND (l.expires_at IS NULL OR l.expires_at > ${now})) <= cast(${MAX_LINKS} as integer)`),
        ...(await buildHistorySteps(ctx, job.subject, [
          { activity: "owner_link_made", details: { company: owner.name } },
        ])),
        ...(email
          ? buildMailSteps(ctx, {
              to: email,
              subject,
              text: [message, "Open this link to read, print or save them. You don't need an account:"],
              path: buildOwnerPath(code),
            })
          : []),
        ...(phone
          ? buildTextSteps(ctx, { to: phone, subject, text: message, path: buildOwnerPath(code) })
          : []),
      ],
      { id: selectInsertedId(ownerLink) },
    );
    const sent = [email && channels.mail ? ("mail" as const) : null, phone ? ("text" as const) : null];
    return {
      id: outcomeOf.id,
      link: buildOwnerUrl(code),
      code: formatCardCode(code),
      sent: sent.filter((way) => way !== null),
    };
  },
});

function lastInstant(day: string, zone: string, now: Date): string {
  const end = isValidDay(day) ? getDayBounds(day, zone)?.before : null;
  if (!end) throw invalid({ until: ["Enter a day"] });
  if (day < getDay(now, zone)) throw invalid({ until: ["This day has passed"] });
  return end;
}

/** Return a live link that the acting company may revoke; else 404. */
async function linkOf(ctx: Ctx<CompanyActor>, job_id: number, link_id: number) {
  const job = await requireJobRight(ctx, job_id, "change_owner");
  const row = (await liveLinksOf(ctx, job)).find(({ link }) => link.id === link_id);
  if (!row) throw notFound("This link has already ended.");
  return { found: job, row };
}

/** Read a link for the page that confirms its revocation. */
export const getOwnerLink = procedure({
  name: "getOwnerLink",
  may: "job_company.update",
  input: z.strictObject({ id, link_id: id }),
  async run(ctx, input) {
    const { row } = await linkOf(ctx, input.id, input.link_id);
    return {
      id: input.id,
      link_id: row.link.id,
      name: row.link.name,
      owner: row.owner,
      opens: row.link.open_count,
    };
  },
});

/** Revoke a link immediately: its card and its mail stop working. */
export const revokeOwnerLink = procedure({
  name: "revokeOwnerLink",
  may: "job_company.update",
  input: z.strictObject({ id, link_id: id }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row } = await linkOf(ctx, input.id, input.link_id);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(ownerLink)
            .set({ revoked_at: ctx.now.toISOString() })
            .where(and(eq(ownerLink.id, input.link_id), isNull(ownerLink.revoked_at))),
        ),
        ...(await buildHistorySteps(ctx, found.subject, [
          { activity: "owner_link_revoked", details: { company: row.owner } },
        ])),
      ],
      { id: input.link_id },
    );
  },
});

/**
 * Read the report that the job's office prints, limited by the office's own rights: the loads that the owner sees, and
 * loads under way. The report shows the job, so the permission to read jobs is also required.
 */
export const readOfficeReport = procedure({
  name: "readOfficeReport",
  may: "trip_ticket.read",
  input: z.strictObject({ id, ...ownerReportFields }),
  async run(ctx, { id: job_id, ...asked }) {
    const job = await requireJobRight(ctx, job_id, "see_owner");
    if (!ctx.actor.permissions.job.read) throw forbidden(PERMISSION_MISSING_MESSAGE);
    if (job.job.is_sample) throw unprocessable(SAMPLE);
    const eyes = { job_id, company_id: ctx.actor.company.id, link_id: null };
    return { id: job_id, report: await readOwnerReport(ctx.read, eyes, asked, ctx.now) };
  },
});
