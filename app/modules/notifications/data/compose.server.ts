import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { selectInsertedId } from "#db/inserted-id";
import { crew, job, notification } from "#db/schema";
import { readCrewPeople } from "~/lib/access/crew-people.server";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatCount, formatFullName } from "~/lib/text/text";
import { workedJobsCondition } from "~/modules/jobs/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { idWithCountOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { NOTIFICATION } from "../rules/notices";
import {
  buildAudienceQuery,
  buildNotificationSteps,
  type NotificationAudience,
} from "../shared/notify.server";

/** Initial title in the message form. */
export const DEFAULT_MESSAGE_TITLE = "New Notification";
const NOBODY = "Choose who gets it";
const KINDS = ["company", "crew", "user", "job"] as const;
/** Recipient of a message: a crew or person of the sender's company, the whole company, or the people who work on a job. */
export type MessageRecipient = { kind: (typeof KINDS)[number]; id: number };

const texts = {
  title: createTrimmedTextSchema(80, undefined, "Title is required").min(1, "Title is required"),
  message: createTrimmedTextSchema(2000, undefined, "Message is required").min(1, "Message is required"),
};
const id = z.number().int();

/** Find jobs that the company works on and whose people the company may message. */
const jobsToTell = (ctx: Ctx<CompanyActor>, only?: number) =>
  ctx.read
    .select({
      id: job.id,
      name: job.name,
      /** True for the company that requests or manages the job; its messages reach everybody who works on the job. */
      reaches_all: sql<number>`(${job.request_user_company_id} = ${ctx.actor.company.id} OR EXISTS (SELECT 1 FROM job_party p
        WHERE p.job_id = ${job.id} AND p.company_id = ${ctx.actor.company.id} AND p.is_land_manager))`,
    })
    .from(job)
    .where(
      and(workedJobsCondition(ctx.actor), eq(job.job_status_id, ACTIVE), only ? eq(job.id, only) : undefined),
    )
    .orderBy(job.name)
    .limit(MAX_JOBS);
const ACTIVE = 1;
const MAX_JOBS = 100;

type Told = { to: NotificationAudience; job?: number };
type FoundJob = { id: number; reaches_all: number };

/**
 * Return the audience of a message on a job: everybody for its requester or manager; for other companies only their own
 * people.
 */
const onJob = ({ company }: CompanyActor, { id, reaches_all }: FoundJob): Told => ({
  to: reaches_all
    ? {
        people: sql`${buildAudienceQuery({ job: id })} UNION ${buildAudienceQuery({ company: company.id, adminsOnly: true })}`,
      }
    : { job: id, ofCompanies: [company.id] },
  job: id,
});

/** Return the kinds of recipients whose names the user may read. */
const mayChoose = ({ permissions: may }: CompanyActor): Record<MessageRecipient["kind"], boolean> => ({
  company: true,
  crew: may.crew.read,
  user: may.crew_member.read,
  job: may.job.read,
});

/** Return the audience of a chosen recipient; null if the acting company may not message it. */
async function audienceOf(ctx: Ctx<CompanyActor>, { kind, id }: MessageRecipient): Promise<Told | null> {
  const me = ctx.actor.company.id;
  if (!mayChoose(ctx.actor)[kind]) return null;
  if (kind === "company") return id === me ? { to: { company: me } } : null;
  if (kind === "user") {
    const people = await readCrewPeople(ctx.read, me);
    return people.some((p) => p.id === id) ? { to: { user: id, company: me } } : null;
  }
  if (kind === "job") {
    const [found] = await jobsToTell(ctx, id);
    return found ? onJob(ctx.actor, found) : null;
  }
  const [found] = await ctx.read
    .select({ id: crew.id })
    .from(crew)
    .where(and(eq(crew.id, id), eq(crew.company_id, me), eq(crew.is_deleted, false)));
  return found ? { to: { crew: id, company: me } } : null;
}

/** Count the people in an audience, except the caller. */
async function peopleIn(read: Read, to: NotificationAudience, me: number): Promise<number> {
  const [row] = await read
    .select({ n: sql<number>`count(DISTINCT p.user_id)` })
    .from(sql`(${buildAudienceQuery(to)}) p`)
    .where(sql`p.user_id <> ${me}`);
  return row?.n ?? 0;
}

const crewsOf = (ctx: Ctx<CompanyActor>) =>
  ctx.read
    .select({ id: crew.id, name: crew.name })
    .from(crew)
    .where(and(eq(crew.company_id, ctx.actor.company.id), eq(crew.is_deleted, false)))
    .orderBy(crew.id);

/** List the recipients that the user may choose, each with its number of people. */
export const listRecipients = procedure({
  name: "listRecipients",
  may: "notification.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { company } = ctx.actor;
    const me = ctx.actor.user?.id ?? 0;
    const may = mayChoose(ctx.actor);
    const [crews, people, jobs] = await Promise.all([
      may.crew ? crewsOf(ctx) : [],
      may.user ? readCrewPeople(ctx.read, company.id) : [],
      may.job ? jobsToTell(ctx) : [],
    ]);
    const counted = async (value: string, name: string, to: NotificationAudience) => {
      const n = await peopleIn(ctx.read, to, me);
      return n ? [{ value, label: `${name} (${formatCount(n, "person", "people")})` }] : [];
    };
    const groups = await Promise.all([
      counted(`company:${company.id}`, `Everyone at ${company.name}`, { company: company.id }),
      ...crews.map((c) => counted(`crew:${c.id}`, c.name, { crew: c.id, company: company.id })),
      ...jobs.map((j) => counted(`job:${j.id}`, `Job ${j.name}`, onJob(ctx.actor, j).to)),
    ]);
    return {
      recipients: [
        ...groups.flat(),
        ...people
          .filter((p) => p.id !== me)
          .map((p) => ({ value: `user:${p.id}`, label: formatFullName(p) })),
      ],
    };
  },
});

async function send(
  ctx: Ctx<CompanyActor>,
  to: MessageRecipient | null,
  words: { title: string; message: string },
) {
  const details = to && (await audienceOf(ctx, to));
  if (!details) throw invalid({ to: [NOBODY] });
  const n = await peopleIn(ctx.read, details.to, ctx.actor.user?.id ?? 0);
  if (n === 0) throw invalid({ to: ["No one else would get it."] });
  const news = { type: NOTIFICATION.general, path: "/notifications", ...words, ...details };
  return ctx.commit(buildNotificationSteps(ctx, news), { id: selectInsertedId(notification), count: n });
}

/** Send a message, which appears in the recipients' inboxes at once. */
export const sendMessage = procedure({
  name: "sendMessage",
  may: "notification.create",
  limit: { work: "messages" },
  input: z.strictObject({
    ...texts,
    to: createTrimmedTextSchema(40).regex(/^(company|crew|user|job):\d{1,15}$/, NOBODY),
  }),
  run: (ctx, { to, ...words }) => {
    const [kind, id] = to.split(":");
    const known = KINDS.find((k) => k === kind);
    return send(ctx, known ? { kind: known, id: Number(id) } : null, words);
  },
});

/** Send a message from a program, which names one company, crew, person or job by its id. */
export const createNotification = procedure({
  name: "createNotification",
  may: "notification.create",
  limit: { work: "messages" },
  input: z.strictObject({
    ...texts,
    company_id: id.optional(),
    crew_id: id.optional(),
    user_id: id.optional(),
    job_id: id.optional(),
  }),
  output: idWithCountOutput,
  run: (ctx, { title, message, ...ids }) => {
    const named = KINDS.flatMap((kind) => {
      const id = ids[`${kind}_id`];
      return id === undefined ? [] : [{ kind, id: id }];
    });
    // Without a recipient, the message goes to the caller's own company.
    const own: (typeof named)[number] = { kind: "company", id: ctx.actor.company.id };
    const [to = own, ...others] = named;
    return send(ctx, others.length === 0 ? to : null, { title, message });
  },
});
