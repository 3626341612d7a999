import { useRouteLoaderData } from "@remix-run/react";
import type { loader as inventoryLoader } from "~/features/inventory/pages/destination-inventory";
import type { loader as deletionLoader } from "~/features/inventory/pages/destination-inventory-deletion";
import type { loader as pageLoader } from "~/features/jobs/pages/destination";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/jobs/:jobId/destinations/:jobDestinationId";

/** The head of a job's destination, above what it accepts and the loads that are to go there. */
export default function Destination() {
  const form = useRouteLoaderData<typeof pageLoader>(HERE)?.form;
  const inventory = useRouteLoaderData<typeof inventoryLoader>(`${HERE}/inventory`);
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/inventory/deletion`);
  return (
    <ThingFrame
      title={(form ?? inventory ?? deletion)?.name}
      lede={form ? "What it accepts from this job" : undefined}
    />
  );
}
