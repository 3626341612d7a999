import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/places/pages/location";
import type { loader as deletionLoader } from "~/features/places/pages/location-deletion";
import { ButtonLink } from "~/ui/parts";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/company/locations/:locationId";

/** The head of a location of the company, above its form and its deletion. */
export default function Location() {
  const form = useRouteLoaderData<typeof pageLoader>(HERE)?.form;
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/deletion`);
  return (
    <ThingFrame
      title={form?.saved_name ?? deletion?.name}
      actions={form ? <ButtonLink href={`/company/locations/${form.id}/deletion`}>Delete</ButtonLink> : null}
    />
  );
}
