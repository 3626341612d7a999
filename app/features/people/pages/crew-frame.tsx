import { useRouteLoaderData } from "@remix-run/react";
import type { loader as presetLoader } from "~/features/companies/pages/crew-preset";
import type { loader as pageLoader } from "~/features/people/pages/crew";
import type { loader as deletionLoader } from "~/features/people/pages/crew-deletion";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/company/crews/:crewId";

/** The head of a crew, above its name, what it can do, and its deletion. */
export default function Crew() {
  const crew = useRouteLoaderData<typeof pageLoader>(HERE);
  const preset = useRouteLoaderData<typeof presetLoader>(`${HERE}/preset`)?.crew;
  const deletion = useRouteLoaderData<typeof deletionLoader>(`${HERE}/deletion`);
  return <ThingFrame title={(crew ?? preset ?? deletion)?.name} />;
}
