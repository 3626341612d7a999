import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import "./styles/app.css";
import { getSignInRequiredData, SignInFirstForm } from "~/modules/people/shared/sign-in-first";
import { PRODUCT_NAME } from "./ui/logo";
import { ButtonLink, PageHead } from "./ui/parts";
import { ErrorId } from "./ui/route-error";
import { PublicFrame } from "./ui/shell";
import { CLIENT_SCRIPT_URL } from "./web/behaviors";
import { getCookie } from "./web/context.server";
import { useHydrated } from "./web/hydrated";
import { useNonce } from "./web/nonce";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "alternate icon", href: "/favicon.ico" },
  { rel: "apple-touch-icon", href: "/icons/apple-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = ({ error }) => [
  {
    title: isRouteErrorResponse(error)
      ? `${TITLES[error.status] ?? "Error"} · ${PRODUCT_NAME}`
      : PRODUCT_NAME,
  },
];

/**
 * Check whether to serve pages without the framework script ("light pages"): if the user chose this, or the browser
 * asks to save data.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return { light: getCookie(request, "tt_light") === "1" || request.headers.get("Save-Data") === "on" };
}

export function Layout({ children }: { children: ReactNode }) {
  const light = useRouteLoaderData<typeof loader>("root")?.light ?? true;
  const hydrated = useHydrated() && !light;
  const nonce = useNonce();
  // Mark that React has hydrated the page, so that scripts may change it (app/client/start.ts).
  useEffect(() => {
    document.documentElement.dataset.live = "";
    document.dispatchEvent(new Event("live"));
  }, []);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1c4a33" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <script type="module" src={CLIENT_SCRIPT_URL} data-hydrates={hydrated ? "" : undefined} />
        {hydrated ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

const TITLES: Record<number, string> = {
  401: "Sign in to continue",
  403: "No access",
  404: "Not found",
  409: "Changed by someone else",
  429: "Wait a moment",
  503: "Timbertally didn't respond in time",
};

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const first = getSignInRequiredData(error);
  const thrown: { message?: string } =
    isRouteErrorResponse(error) && typeof error.data === "object" && error.data ? error.data : {};
  const title = TITLES[status] ?? (status < 500 ? "This didn't work" : "Something went wrong");
  if (first)
    return (
      <PublicFrame>
        <SignInFirstForm {...first} />
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <PageHead
        title={title}
        lede={
          thrown.message ??
          (status === 404
            ? "This page doesn't exist, or you don't have access to it."
            : "Sorry, an error occurred. Nothing you saved is lost. Go back and try again.")
        }
      />
      {status >= 500 ? <ErrorId /> : null}
      <div className="row">
        <ButtonLink href="/" tone="primary">
          Go to dashboard
        </ButtonLink>
        <ButtonLink href="/trip-tickets">Trip tickets</ButtonLink>
      </div>
    </PublicFrame>
  );
}
