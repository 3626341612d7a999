import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/people/pages/admin-person";
import type { loader as linkLoader } from "~/features/people/pages/admin-person-link";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/admin/people/:userId";

/** The head of an account that a super user helps with. */
export default function Person() {
  const person = useRouteLoaderData<typeof pageLoader>(HERE)?.person;
  const link = useRouteLoaderData<typeof linkLoader>(`${HERE}/link`);
  return <ThingFrame title={(person ?? link)?.name} />;
}
