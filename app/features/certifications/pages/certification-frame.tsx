import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/certifications/pages/certification";
import type { loader as removalLoader } from "~/features/certifications/pages/certification-removal";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/company/certifications/:certificationId";

/** The head of a certification, above its form and its removal. */
export default function Certification() {
  const page = useRouteLoaderData<typeof pageLoader>(HERE);
  const removal = useRouteLoaderData<typeof removalLoader>(`${HERE}/removal`);
  const certification = (page ?? removal)?.certification;
  return <ThingFrame title={certification && `Certification ${certification.license}`} />;
}
