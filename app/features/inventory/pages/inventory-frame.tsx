import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/inventory/pages/inventory";
import type { loader as deletionLoader } from "~/features/inventory/pages/inventory-deletion";
import { ButtonLink } from "~/ui/parts";
import { ThingFrame } from "~/ui/thing-frame";
import { paths } from "~/web/paths";

const HERE = "/jobs/:jobId/inventory/:inventoryId";

/** The head of what lies at a landing, above its form and its deletion. */
export default function Inventory() {
  const page = useRouteLoaderData<typeof pageLoader>(HERE);
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/deletion`);
  const form = (page ?? deletion)?.form;
  return (
    <ThingFrame
      title={form && `${form.product}, ${form.words}`}
      actions={
        page?.form.may_delete ? (
          <ButtonLink href={paths.job(page.id, `inventory/${page.inventory_id}/deletion`)}>Delete</ButtonLink>
        ) : null
      }
    />
  );
}
