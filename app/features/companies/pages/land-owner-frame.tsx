import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/companies/pages/land-owner";
import type { loader as deletionLoader } from "~/features/companies/pages/land-owner-deletion";
import { ButtonLink } from "~/ui/parts";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/company/land-owners/:landOwnerId";

/** The head of a land owner, above its form and its deletion. */
export default function LandOwner() {
  const saved = useRouteLoaderData<typeof pageLoader>(HERE)?.saved;
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/deletion`);
  return (
    <ThingFrame
      title={(saved ?? deletion)?.name}
      actions={
        saved?.may_delete ? (
          <ButtonLink href={`/company/land-owners/${saved.id}/deletion`}>Delete</ButtonLink>
        ) : null
      }
    />
  );
}
