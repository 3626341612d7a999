import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/sheets/pages/sheet";
import type { loader as voidingLoader } from "~/features/sheets/pages/sheet-voiding";
import { ThingFrame } from "~/ui/thing-frame";

const HERE = "/sheets/:sheetId";

/** The head of a blank sheet, above what became of it and its voiding. */
export default function Sheet() {
  const page = useRouteLoaderData<typeof pageLoader>(HERE);
  const voiding = useRouteLoaderData<typeof voidingLoader>(`${HERE}/voiding`);
  const sheet = (page ?? voiding)?.sheet;
  return <ThingFrame title={sheet && `Sheet #${sheet.trip_ticket_number}`} lede={sheet?.job.name} />;
}
