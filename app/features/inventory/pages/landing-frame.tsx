import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/inventory/pages/landing";
import type { loader as inventoryLoader } from "~/features/inventory/pages/landing-inventory";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/jobs/:jobId/landings/:landingId";

/** The head of a landing, above its form and what is added to it. */
export default function Landing() {
  const landing = useRouteLoaderData<typeof pageLoader>(HERE)?.form;
  const adding = useRouteLoaderData<typeof inventoryLoader>(`${HERE}/inventory`)?.form;
  return (
    <ThingFrame
      title={landing ? landing.values.name || "Landing" : adding && (adding.landing ?? "Landing")}
    />
  );
}
