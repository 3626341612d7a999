import { useRouteLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/text/text";
import type { loader as pageLoader } from "~/features/people/pages/company-person";
import type { loader as linkLoader } from "~/features/people/pages/company-person-link";
import type { loader as deletionLoader } from "~/features/people/pages/person-deletion";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/company/people/:userId";

/** The head of an employee, above their form, their link and their deletion. */
export default function Employee() {
  const page = useRouteLoaderData<typeof pageLoader>(HERE);
  const link = useRouteLoaderData<typeof linkLoader>(`${HERE}/link`);
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/deletion`);
  const named = page ?? deletion;
  return <ThingFrame title={named ? fullName(named) : link?.name} />;
}
