import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fuelCard } from "~/core/fuel/fuel-card.server";
import { newestRelease } from "~/core/releases/releases.server";
import { listActions } from "~/core/tickets/list-actions";
import { count } from "~/domain/text/text";
import { greeting } from "~/domain/time/time";
import { StartOrJoin } from "~/features/companies/no-company";
import { getDashboard } from "~/features/home/dashboard.server";
import { DashboardView } from "~/features/home/dashboard-view";
import { FrontPage } from "~/features/home/front";
import { demoRoles } from "~/features/home/front.server";
import { listInvitations } from "~/features/jobs/list.server";
import { getUnread } from "~/features/notifications/inbox.server";
import { halfOf } from "~/features/people/half.server";
import { getMyTrip } from "~/features/trip-tickets/my-trip.server";
import { MyTrip } from "~/features/trip-tickets/trip-card";
import { personsPlace } from "~/features/weather/place.server";
import { weatherCard } from "~/features/weather/weather.server";
import { PRODUCT } from "~/ui/logo";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import type { CompanyActor } from "~/web/actor";
import { app } from "~/web/app.server";
import { userContext, whoIs } from "~/web/context.server";
import { paths } from "~/web/paths";
import type { Call } from "~/web/perform.server";
import { call } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.front ? `${PRODUCT}: trip tickets for timber` : "Dashboard · Timbertally" },
];

/** The dashboard; for who isn't signed in, the front page. */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await whoIs(args)).actor.user) {
    if ((await halfOf(args.request, new Date())) !== null) throw redirect("/login/code");
    return { front: { demo: await demoRoles((await app()).db.read) }, first: null };
  }
  return { front: null, first: await firstPage(args) };
}

async function firstPage(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const { actor, now } = ctx;
  return {
    hello: `${greeting(now, actor.zone)}, ${actor.user?.first_name ?? ""}`,
    company: actor.company?.name ?? null,
    belongs: actor.companies.length > 0,
    release: await newestReleaseOf(ctx),
    unread: (await call(getUnread, ctx, {})).unread,
    invitations: [],
    work: null,
    ...(actor.company
      ? await ofCompany(ctx, { ...actor, company: actor.company }, personsPlace(args.request, actor.zone))
      : {}),
  };
}

const NEW_FOR_MS = 30 * 86_400_000;

/** The version that came out in the last month, with what it is about. */
async function newestReleaseOf({ db, now }: Call) {
  const since = new Date(now.getTime() - NEW_FOR_MS).toISOString();
  return newestRelease(db.read, { since, now: now.toISOString() });
}

async function ofCompany(ctx: Call, actor: CompanyActor, here: ReturnType<typeof personsPlace>) {
  const [dashboard, { invitations }] = await Promise.all([
    call(getDashboard, ctx, {}),
    call(listInvitations, ctx, {}),
  ]);
  const at = here ?? dashboard.weather_at;
  const own = dashboard.next?.find(({ mine }) => mine);
  const [weather, fuel, trip] = await Promise.all([
    at && weatherCard(ctx.db, at, ctx.now),
    fuelCard({ read: ctx.db.read, actor, now: ctx.now }),
    own ? call(getMyTrip, ctx, { id: own.id }) : null,
  ]);
  const shown = { dashboard, weather, fuel, trip, submission_id: newSubmissionId() };
  return { invitations, work: { ...shown, may_create: listActions(actor).create } };
}

export default function Home() {
  const { front, first } = useLoaderData<typeof loader>();
  return front ? <FrontPage {...front} /> : <First {...first} />;
}

function First({
  hello,
  company,
  work,
  unread,
  release,
  belongs,
  invitations,
}: Awaited<ReturnType<typeof firstPage>>) {
  return (
    <>
      <PageHead
        title={hello}
        lede={company}
        actions={
          work?.may_create && !work.trip ? (
            <ButtonLink href={paths.newTicket()}>New trip ticket</ButtonLink>
          ) : null
        }
      />
      {work?.trip ? <MyTrip trip={work.trip} submissionId={work.submission_id} /> : null}
      {invitations.map((job) => (
        <Notice key={job.id} tone="warn" title={`${job.requester} invited your company to ${job.name}`}>
          <p>
            <a href={paths.job(job.id, "accept")}>
              Answer the invitation<span className="sr"> to {job.name}</span>
            </a>
          </p>
        </Notice>
      ))}
      {unread ? (
        <p className="unread-news">
          <a href="/notifications">You have {count(unread, "notification")} you haven't read</a>
        </p>
      ) : null}
      {work ? (
        <DashboardView {...work} />
      ) : (
        <EmptyState title={belongs ? "Choose the company you work for now" : "You don't have a company yet"}>
          {belongs ? (
            <ButtonLink href="/companies" tone="primary">
              Choose a company
            </ButtonLink>
          ) : (
            <StartOrJoin />
          )}
        </EmptyState>
      )}
      {release ? (
        <p className="soft whats-new">
          New in version {release.version}: {release.title ? `${release.title}. ` : null}
          <a href="/releases" data-dialog="main">
            What's new
          </a>
        </p>
      ) : null}
    </>
  );
}
