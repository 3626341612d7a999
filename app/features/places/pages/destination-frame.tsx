import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/places/pages/destination";
import type { loader as deletionLoader } from "~/features/places/pages/destination-deletion";
import { ButtonLink } from "~/ui/parts";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/company/destinations/:destinationId";

/** The head of a destination of the company, above its form and its deletion. */
export default function Destination() {
  const form = useRouteLoaderData<typeof pageLoader>(HERE)?.form;
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/deletion`);
  return (
    <ThingFrame
      title={form?.saved_name ?? deletion?.name}
      actions={
        form ? <ButtonLink href={`/company/destinations/${form.id}/deletion`}>Delete</ButtonLink> : null
      }
    />
  );
}
