import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { crumbsOf } from "~/crumbs";
import { fullName } from "~/domain/text/text";
import { trialEnd } from "~/features/companies/company.server";
import { isSortSheet } from "~/features/job-setup/words";
import { TrialOffer } from "~/features/settlements/trial-card";
import { frameCounts } from "~/frame-counts.server";
import { menuFor } from "~/menu";
import { ErrorBoundary as RootError, type loader as rootLoader } from "~/root";
import { Done } from "~/ui/done";
import { useNamedCrumbs } from "~/ui/naming";
import { RouteErrorWords } from "~/ui/route-error";
import { Shell, uncounted } from "~/ui/shell";
import { app } from "~/web/app.server";
import { carriedPost } from "~/web/carried-post.server";
import { signInPath, whoIs } from "~/web/context.server";
import { verificationOf } from "~/web/scanned";
import { seenQueries } from "~/web/seen-list.server";

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await whoIs(args);
  if (!actor.user) {
    const carried = carriedPost(args);
    // The front page, which stands in no frame.
    if (!carried && new URL(args.request.url).pathname === "/") return null;
    // Who scans a sheet need not be anybody's user, and a wrong code is answered too.
    throw carried ?? redirect(verificationOf(args.request.url) ?? signInPath(args.request));
  }
  const belongs = actor.companies.length > 0;
  const seen = seenQueries(args.request, actor);
  const { read } = (await app()).db;
  const { trial_offered, ...counts } = await frameCounts(read, actor, new Date());
  return {
    company: actor.company && { id: actor.company.id, name: actor.company.name },
    // The sort sheet is the requesting company's own: the company is not switched there (spec 2, section 2).
    companies: isSortSheet(new URL(args.request.url).pathname)
      ? []
      : actor.companies.map(({ id, name }) => ({ id, name })),
    subscription: actor.company
      ? actor.company.is_professional
        ? ("Professional" as const)
        : ("Basic" as const)
      : null,
    personName: fullName(actor.user),
    personPicture: actor.user.avatar_url,
    userId: actor.user.id,
    zone: actor.zone,
    joinRequests: counts.requests,
    menu: menuFor({
      belongs,
      permissions: actor.company ? actor.permissions : null,
      isMill: actor.company?.roles.is_mill ?? false,
      isSuper: actor.user.is_super_user,
      counts,
    }),
    updating: args.context.updating,
    seen,
    crumbs: crumbsOf(new URL(args.request.url).pathname, seen),
    trial_end: await trialEnd(read, actor, new Date()),
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
      nav={uncounted(shell.menu.nav, light)}
      more={uncounted(shell.menu.more, light)}
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

/** Errors of the pages inside keep the frame, so that there is always a way on. */
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
