import type { Read } from "#db/client.server";
import { INVALID_COORDINATES_MESSAGE, parseGeometry, toEditorFields } from "~/lib/geo/location";
import { parsePlace } from "~/lib/geo/place-text";
import { hasPlss } from "~/lib/land-description/meridians";
import { findSectionsAt } from "~/modules/land/shared/townships.server";
import type { FieldErrors } from "~/web/refusal";
import type { Draft } from "../rules/draft";
import { setLocationMethod } from "../rules/draft-rules";

/** Format the overview's pin; empty unless the location is a pin. */
export const formatPin = (draft: Draft): string =>
  toEditorFields({ ...draft, geom: draft.geom ? parseGeometry(draft.geom) : null }, "pin").coordinates;

const isUnset = (text: string) => text.trim() === "";

/**
 * Apply the pin typed in the overview. It becomes the job's location unless another method was chosen, and fills in
 * township, range and section if none of them is typed. Typed values never change.
 */
export async function applyPin(
  read: Read,
  draft: Draft,
  { coordinates, stusps }: { coordinates: string | undefined; stusps: string | null },
): Promise<{ draft: Draft; wrong: FieldErrors; filled: boolean }> {
  if (coordinates === undefined || isUnset(coordinates)) return { draft, wrong: {}, filled: false };
  const pin = parsePlace(coordinates);
  if (!pin) return { draft, wrong: { coordinates: [INVALID_COORDINATES_MESSAGE] }, filled: false };
  const takesPin = draft.location_method === null || draft.location_method === "pin";
  const placed = takesPin ? { ...setLocationMethod(draft, "pin"), ...pin } : draft;
  const typed = [draft.township, draft.range, draft.section].some((text) => !isUnset(text));
  if (typed || stusps === null || !hasPlss(stusps)) return { draft: placed, wrong: {}, filled: false };
  const [land] = await findSectionsAt(read, [pin]);
  if (!land?.section)
    return {
      draft: placed,
      wrong: { coordinates: ["We don't know the section there. Type township, range and section."] },
      filled: false,
    };
  const { township, range, section } = land;
  return { draft: { ...placed, township, range, section }, wrong: {}, filled: true };
}
