import { eq, inArray, sql } from "drizzle-orm";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";
import { buildEmailOffCondition } from "~/lib/mail/admins.server";
import { buildMailSteps } from "~/lib/mail/write.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, Step } from "~/web/procedure";
import type { Draft } from "../rules/draft";
import type { NewJob } from "./job-steps.server";

type People = Map<number, string[]>;

export async function readInvited(
  ctx: Ctx<CompanyActor>,
  draft: Draft,
): Promise<{ invited: Set<number>; peopleOf: People }> {
  const own = new Set([ctx.actor.company.id, ...ctx.actor.companies.map((c) => c.id)]);
  const others = draft.companies.map((c) => c.company_id).filter((id) => !own.has(id));
  const rows = await ctx.read
    .select({
      company_id: crew.company_id,
      is_primary: crew.is_primary,
      email: user.email,
      is_mailed: sql<number>`NOT ${buildEmailOffCondition(NOTIFICATION.invitation)}`,
    })
    .from(crew)
    .innerJoin(crewMember, isInLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(inArray(crew.company_id, others));
  const peopleOf: People = new Map();
  for (const { company_id, is_primary, email, is_mailed } of rows) {
    const there = peopleOf.get(company_id) ?? [];
    if (is_primary && email && is_mailed && !there.includes(email)) there.push(email);
    peopleOf.set(company_id, there);
  }
  return { invited: new Set(peopleOf.keys()), peopleOf };
}

/**
 * Return steps that send an invitation: a notification to the company, and an email to each of its admins. Neither
 * message shows any pay.
 */
export function invitationSteps(
  ctx: Ctx<CompanyActor>,
  newJob: NewJob,
  name: string,
  companyId: number,
  people: People,
): Step[] {
  const from = ctx.actor.company.name;
  const words = `${from} asked your company to work on ${name}. Accept or decline it under Jobs.`;
  return [
    ...buildNotificationSteps(ctx, {
      type: NOTIFICATION.invitation,
      to: { company: companyId },
      title: "Job invitation",
      message: words,
      path: "/jobs",
      job: newJob.id,
    }),
    ...(people.get(companyId) ?? []).flatMap((to) =>
      buildMailSteps(ctx, {
        to,
        subject: `${from} invited you to a job`,
        text: words,
        path: "/jobs",
      }),
    ),
  ];
}
