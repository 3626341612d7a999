import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { company, ownerLink, user } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { wordsOf } from "~/core/history/words.server";
import { jobFor, type VisibleJob } from "~/core/jobs/standing.server";
import { enabledChannels } from "~/core/outbox/channels.server";
import { mailSteps, textSteps } from "~/core/outbox/write.server";
import { isActive } from "~/domain/jobs/job-status";
import { emailInput, phoneInput, plainEmail } from "~/domain/people/person";
import { apiPhone } from "~/domain/people/phone";
import { spokenCode } from "~/domain/text/code";
import { text, trimmed } from "~/domain/text/input";
import { isDay } from "~/domain/time/date-range";
import { dayBounds, dayOf, formatDate } from "~/domain/time/time";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit, mustHold } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, missing, NO_FLAG, notNow } from "~/web/refusal";
import { hashToken } from "~/web/session.server";
import { readOwnerClock, recordersOf } from "./clock.server";
import { newOwnerCode, ownerAddress, ownerPath } from "./link.server";
import { madeOwnerLinkOutput, ownerLinksOutput } from "./output";
import { readOwnerReport } from "./report.server";
import { reportInput } from "./report-input";

/** So many live links may a job have. */
const MOST_LINKS = 10;
const id = z.number().int();
const SAMPLE = "This is a practice job: it has no loads to show anyone.";

/** The owners of a job's land that the acting company may make links for: all of them, or itself. */
export const ownersOf = (found: VisibleJob) =>
  found.companies.filter(
    (c) => c.is_land_owner && c.accepted_at && (found.rights.office || c.company_id === found.me),
  );

/** Links of a job that still open something, as far as the acting company may make such. */
async function liveLinksOf(ctx: Pick<Ctx<CompanyActor>, "read" | "now">, found: VisibleJob) {
  const rows = await ctx.read
    .select({ link: ownerLink, owner: company.name, first_name: user.first_name, last_name: user.last_name })
    .from(ownerLink)
    .innerJoin(company, eq(company.id, ownerLink.company_id))
    .leftJoin(user, eq(user.id, ownerLink.creator_user_id))
    .where(
      and(
        eq(ownerLink.job_id, found.job.id),
        isNull(ownerLink.revoked_at),
        or(isNull(ownerLink.expires_at), sql`${ownerLink.expires_at} > ${ctx.now.toISOString()}`),
      ),
    )
    .orderBy(asc(ownerLink.id));
  const mine = new Set(ownersOf(found).map((c) => c.company_id));
  return rows.filter(({ link }) => mine.has(link.company_id));
}

/** The links of a job that still open something. */
export const listOwnerLinks = procedure({
  name: "listOwnerLinks",
  may: "job_company.read",
  input: z.strictObject({ id, ...paging }),
  output: ownerLinksOutput,
  async run(ctx, { id: job_id, ...part }) {
    const found = await jobFor(ctx, job_id, "see_owner");
    const { rows, meta } = partOf(await liveLinksOf(ctx, found), part);
    const shared = rows.map(({ link }) => {
      const { id: link_id, company_id, name, created_at, expires_at, last_opened_at, opens } = link;
      return { id: link_id, company_id, name, created_at, expires_at, last_opened_at, opens };
    });
    return { owner_links: shared, meta };
  },
});

const CHANNELS = { link: "by the link", mail: "by mail", paper: "on paper" } as const;

/** The page about the land owner: when a report is due, what was given, who has a link. */
export const getJobOwner = procedure({
  name: "getJobOwner",
  may: "job_company.read",
  input: z.strictObject({ id }),
  async run(ctx, { id: job_id }) {
    const found = await jobFor(ctx, job_id, "see_owner");
    const { instant } = wordsOf(ctx);
    const [links, clock, recorders] = await Promise.all([
      liveLinksOf(ctx, found),
      readOwnerClock(ctx.read, found.job, found.zone, ctx.now),
      recordersOf(ctx.read, job_id),
    ]);
    return {
      id: job_id,
      state: found.state,
      owners: ownersOf(found).map(({ name }) => name),
      is_sample: found.job.is_sample,
      is_over: !isActive(found.job),
      may_change: found.rights.change_owner && !found.job.is_sample,
      may_print:
        ctx.actor.permissions.job.read && ctx.actor.permissions.trip_ticket.read && !found.job.is_sample,
      may_report: found.rights.report_to_owner && !found.job.is_sample,
      harvest_ended_on: clock.harvest_ended_on && formatDate(clock.harvest_ended_on),
      asked_on: clock.asked_on.map(formatDate),
      clocks: clock.clocks.map((c) => ({ ...c, due_on: c.due_on && formatDate(c.due_on) })),
      reports: clock.reports.slice(0, 50).map((r) => ({
        id: r.id,
        days: `${formatDate(r.covers_from)} to ${formatDate(r.covers_to)}`,
        loads: r.loads,
        how: CHANNELS[r.channel],
        given_on: formatDate(r.given_on),
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
        opens: link.opens,
      })),
    };
  },
});

/** What the form of a new link starts with. */
export const getOwnerLinkForm = procedure({
  name: "getOwnerLinkForm",
  may: "job_company.update",
  input: z.strictObject({ id }),
  async run(ctx, { id: job_id }) {
    const found = await jobFor(ctx, job_id, "change_owner");
    if (found.job.is_sample) throw notNow(SAMPLE);
    return {
      id: job_id,
      job: found.job.name,
      from: ctx.actor.company.name,
      texts: enabledChannels().text,
      owners: ownersOf(found).map((c) => ({ value: c.company_id, label: c.name })),
    };
  },
});

/**
 * Makes a link by which a land owner without an account reads the job's loads. It is shown once; it leaves by mail or
 * text where an address is named, and can be printed as a card.
 */
export const makeOwnerLink = procedure({
  name: "makeOwnerLink",
  may: "job_company.update",
  limit: { work: "messages" },
  input: z.strictObject({
    id,
    company_id: z.number("Choose the land owner").int("Choose the land owner"),
    name: trimmed(80, undefined, "Type who gets it").min(1, "Type who gets it"),
    email: emailInput.optional().describe("Sent there by mail."),
    phone_number: phoneInput.optional().describe("Sent there by text, where this site sends texts."),
    until: text(10).optional().describe("The last day on which it works; without it until you end it."),
  }),
  output: madeOwnerLinkOutput,
  async run(ctx, input) {
    const found = await jobFor(ctx, input.id, "change_owner");
    if (found.job.is_sample) throw notNow(SAMPLE);
    const owner = ownersOf(found).find((c) => c.company_id === input.company_id);
    if (!owner) throw invalid({ company_id: ["Choose a land owner of this job"] });
    const channels = enabledChannels();
    if (input.phone_number && !channels.text)
      throw invalid({ phone_number: ["This site doesn't send text messages. Leave it empty."] });
    const expires_at = input.until ? lastInstant(input.until, found.zone, ctx.now) : null;
    if ((await liveLinksOf(ctx, found)).length >= MOST_LINKS)
      throw notNow(`This job has ${MOST_LINKS} links. End one that isn't needed anymore.`);
    const code = newOwnerCode();
    const now = ctx.now.toISOString();
    const email = input.email ? plainEmail(input.email) : null;
    const phone = input.phone_number ? apiPhone(input.phone_number) : null;
    const subject = `Your loads of wood: ${found.job.name}`;
    const said = `${ctx.actor.company.name} shares the loads of ${found.job.name} with you.`;
    const made = await ctx.commit(
      [
        mustHit(
          ctx.write.insert(ownerLink).values({
            job_id: input.id,
            company_id: owner.company_id,
            name: input.name,
            code_hash: hashToken(code),
            expires_at,
            ...creatorOf(ctx.actor),
            created_at: now,
          }),
        ),
        mustHold(sql`EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${input.id}
          AND p.company_id = ${owner.company_id} AND p.is_land_owner = 1)`),
        mustHold(sql`(SELECT count(*) FROM owner_link l WHERE l.job_id = ${input.id} AND l.revoked_at IS NULL
          AND (l.expires_at IS NULL OR l.expires_at > ${now})) <= cast(${MOST_LINKS} as integer)`),
        ...(await historySteps(ctx, found.subject, [
          { activity: "owner_link_made", details: { company: owner.name } },
        ])),
        ...(email
          ? mailSteps(ctx, {
              to: email,
              subject,
              text: [said, "Open this link to read, print or save them. You don't need an account:"],
              path: ownerPath(code),
            })
          : []),
        ...(phone ? textSteps(ctx, { to: phone, subject, text: said, path: ownerPath(code) }) : []),
      ],
      { id: newest(ownerLink) },
    );
    const sent = [email && channels.mail ? ("mail" as const) : null, phone ? ("text" as const) : null];
    return {
      id: made.id,
      link: ownerAddress(code),
      code: spokenCode(code),
      sent: sent.filter((way) => way !== null),
    };
  },
});

function lastInstant(day: string, zone: string, now: Date): string {
  const end = isDay(day) ? dayBounds(day, zone)?.before : null;
  if (!end) throw invalid({ until: ["Enter a day"] });
  if (day < dayOf(now, zone)) throw invalid({ until: ["This day has passed"] });
  return end;
}

/** A live link that the acting company may end; else 404. */
async function linkOf(ctx: Ctx<CompanyActor>, job_id: number, link_id: number) {
  const found = await jobFor(ctx, job_id, "change_owner");
  const row = (await liveLinksOf(ctx, found)).find(({ link }) => link.id === link_id);
  if (!row) throw missing("This link has already ended.");
  return { found, row };
}

/** A link, for the page that asks before it is ended. */
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
      opens: row.link.opens,
    };
  },
});

/** Ends a link at once: its card and its mail open nothing anymore. */
export const revokeOwnerLink = procedure({
  name: "revokeOwnerLink",
  may: "job_company.update",
  input: z.strictObject({ id, link_id: id }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row } = await linkOf(ctx, input.id, input.link_id);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(ownerLink)
            .set({ revoked_at: ctx.now.toISOString() })
            .where(and(eq(ownerLink.id, input.link_id), isNull(ownerLink.revoked_at))),
        ),
        ...(await historySteps(ctx, found.subject, [
          { activity: "owner_link_revoked", details: { company: row.owner } },
        ])),
      ],
      { id: input.link_id },
    );
  },
});

/**
 * The report as the job's office prints it, by its own rights: what the owner sees, and what is under way. Its head is the
 * job, so it takes the flag to read jobs as well.
 */
export const readOfficeReport = procedure({
  name: "readOfficeReport",
  may: "trip_ticket.read",
  input: z.strictObject({ id, ...reportInput }),
  async run(ctx, { id: job_id, ...asked }) {
    const found = await jobFor(ctx, job_id, "see_owner");
    if (!ctx.actor.permissions.job.read) throw forbidden(NO_FLAG);
    if (found.job.is_sample) throw notNow(SAMPLE);
    const eyes = { job_id, company_id: ctx.actor.company.id, link_id: null };
    return { id: job_id, report: await readOwnerReport(ctx.read, eyes, asked, ctx.now) };
  },
});
