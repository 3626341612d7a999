import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { getGreeting } from "~/lib/time/time";
import { StartOrJoinCompany } from "~/modules/companies/shared/no-company";
import { readFuelCard } from "~/modules/fuel/shared/fuel-card.server";
import { listInvitations } from "~/modules/jobs/shared/list.server";
import { getUnreadCount } from "~/modules/notifications/shared/inbox.server";
import { readPendingSignIn } from "~/modules/people/shared/pending-second-factor.server";
import { readNewestRelease } from "~/modules/releases/shared/releases.server";
import { getListActions } from "~/modules/trip-tickets/rules/list-actions";
import { getMyTrip } from "~/modules/trip-tickets/shared/my-trip.server";
import { MyTripCard } from "~/modules/trip-tickets/shared/trip-card";
import { getPersonPlace } from "~/modules/weather/shared/place.server";
import { readWeatherCard } from "~/modules/weather/shared/weather.server";
import { PRODUCT_NAME } from "~/ui/logo";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import type { CompanyActor } from "~/web/actor";
import { getApp } from "~/web/app.server";
import { createUserContext, identifyCaller } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { Call } from "~/web/run-procedure.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getDashboard } from "../data/dashboard.server";
import { readDemoRoles } from "../data/front.server";
import { DashboardView } from "../ui/dashboard-view";
import { FrontPage } from "../ui/front";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.front ? `${PRODUCT_NAME}: trip tickets for timber` : "Dashboard · Timbertally" },
];

/** Load the dashboard, or the front page for visitors who aren't signed in. */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await identifyCaller(args)).actor.user) {
    if ((await readPendingSignIn(args.request, new Date())) !== null) throw redirect("/login/code");
    return { front: { demo: await readDemoRoles((await getApp()).db.read) }, first: null };
  }
  return { front: null, first: await firstPage(args) };
}

async function firstPage(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { actor, now } = ctx;
  return {
    hello: `${getGreeting(now, actor.zone)}, ${actor.user?.first_name ?? ""}`,
    company: actor.company?.name ?? null,
    belongs: actor.companies.length > 0,
    release: await newestReleaseOf(ctx),
    unread: (await callProcedure(getUnreadCount, ctx, {})).unread,
    invitations: [],
    work: null,
    ...(actor.company
      ? await ofCompany(ctx, { ...actor, company: actor.company }, getPersonPlace(args.request, actor.zone))
      : {}),
  };
}

const NEW_FOR_MS = 30 * 86_400_000;

/** Return the newest version released in the last month, with its summary. */
async function newestReleaseOf({ db, now }: Call) {
  const since = new Date(now.getTime() - NEW_FOR_MS).toISOString();
  return readNewestRelease(db.read, { since, now: now.toISOString() });
}

async function ofCompany(ctx: Call, actor: CompanyActor, here: ReturnType<typeof getPersonPlace>) {
  const [dashboard, { invitations }] = await Promise.all([
    callProcedure(getDashboard, ctx, {}),
    callProcedure(listInvitations, ctx, {}),
  ]);
  const target = here ?? dashboard.weather_at;
  const own = dashboard.next?.find(({ mine }) => mine);
  const [weather, fuel, trip] = await Promise.all([
    target && readWeatherCard(ctx.db, target, ctx.now),
    readFuelCard({ read: ctx.db.read, actor, now: ctx.now }),
    own ? callProcedure(getMyTrip, ctx, { id: own.id }) : null,
  ]);
  const shown = { dashboard, weather, fuel, trip, submission_id: createSubmissionId() };
  return { invitations, work: { ...shown, may_create: getListActions(actor).create } };
}

export default function DashboardPage() {
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
      {work?.trip ? <MyTripCard trip={work.trip} submissionId={work.submission_id} /> : null}
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
          <a href="/notifications">You have {formatCount(unread, "notification")} you haven't read</a>
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
            <StartOrJoinCompany />
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
