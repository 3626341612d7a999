import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { getCrumbs } from "~/crumbs";
import { readFrameCounts } from "~/frame-counts.server";
import { formatFullName } from "~/lib/text/text";
import { createMenu } from "~/menu";
import { readTrialEnd } from "~/modules/companies/shared/company.server";
import { isSortSheet } from "~/modules/jobs/setup/rules/words";
import { TrialOffer } from "~/modules/settlements/shared/trial-card";
import { ErrorBoundary as RootError, type loader as rootLoader } from "~/root";
import { Done } from "~/ui/done";
import { useNamedCrumbs } from "~/ui/naming";
import { RouteErrorWords } from "~/ui/route-error";
import { removeCounts, Shell } from "~/ui/shell";
import { getApp } from "~/web/app.server";
import { buildSignInPath, identifyCaller } from "~/web/context.server";
import { readSeenQueries } from "~/web/last-list.server";
import { getCarriedPost } from "~/web/post-after-login.server";
import { getVerificationPath } from "~/web/qr-params";

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await identifyCaller(args);
  if (!actor.user) {
    const carried = getCarriedPost(args);
    // The front page has no page frame.
    if (!carried && new URL(args.request.url).pathname === "/") return null;
    // A person who scans a sheet may have no account, and a wrong code gets an answer too.
    throw carried ?? redirect(getVerificationPath(args.request.url) ?? buildSignInPath(args.request));
  }
  const belongs = actor.companies.length > 0;
  const seen = readSeenQueries(args.request, actor);
  const { read } = (await getApp()).db;
  const { trial_offered, plan, ...counts } = await readFrameCounts(read, actor, new Date());
  return {
    company: actor.company && { id: actor.company.id, name: actor.company.name },
    // The sort sheet belongs to the requesting company: there is no company switcher there
    // (docs/domain.md#setting-up-a-job).
    companies: isSortSheet(new URL(args.request.url).pathname)
      ? []
      : actor.companies.map(({ id, name }) => ({ id, name })),
    subscription: plan,
    personName: formatFullName(actor.user),
    personPicture: actor.user.avatar_url,
    userId: actor.user.id,
    zone: actor.zone,
    joinRequests: counts.requests,
    menu: createMenu({
      belongs,
      permissions: actor.company ? actor.permissions : null,
      isMill: actor.company?.roles.is_mill ?? false,
      isSuper: actor.user.is_super_user,
      counts,
    }),
    updating: args.context.updating,
    seen,
    crumbs: getCrumbs(new URL(args.request.url).pathname, seen),
    trial_end: await readTrialEnd(read, actor, new Date()),
    trial_offered,
  };
}

function Frame({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>("app");
  const light = useRouteLoaderData<typeof rootLoader>("root")?.light ?? true;
  const { pathname } = useLocation();
  const crumbs = useNamedCrumbs(shell?.crumbs ?? []);
  if (!shell) return children;
  return (
    <Shell
      {...shell}
      crumbs={crumbs}
      nav={removeCounts(shell.menu.nav, light)}
      more={removeCounts(shell.menu.more, light)}
      here={pathname}
    >
      <Done />
      {shell.trial_offered ? <TrialOffer /> : null}
      {children}
    </Shell>
  );
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Errors of the pages inside keep the page frame, so that its links stay usable. */
export function ErrorBoundary() {
  const error = useRouteError();
  const shell = useRouteLoaderData<typeof loader>("app");
  if (!shell || !isRouteErrorResponse(error) || error.status === 401) return <RootError />;
  return (
    <Frame>
      <RouteErrorWords error={error} />
    </Frame>
  );
}
