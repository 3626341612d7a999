import type { Read } from "#db/client.server";
import { fieldsOf, NO_COORDINATES, parseGeom } from "~/domain/geo/location";
import { parsePlace } from "~/domain/geo/place-text";
import { hasPlss } from "~/domain/plss/meridians";
import { sectionsAt } from "~/features/plss/townships.server";
import type { FieldErrors } from "~/web/refusal";
import type { Draft } from "./draft";
import { setMethod } from "./draft-rules";

/** The pin as the overview shows it: only where the location is a pin or not chosen yet. */
export const pinOf = (draft: Draft): string =>
  fieldsOf({ ...draft, geom: draft.geom ? parseGeom(draft.geom) : null }, "pin").coordinates;

const isUnset = (text: string) => text.trim() === "";

/**
 * Take the pin that was typed with the overview: it is the job's location unless another way was chosen, and gives township,
 * range and section where none of them is typed. What is typed is never changed.
 */
export async function withPin(
  read: Read,
  draft: Draft,
  { coordinates, stusps }: { coordinates: string | undefined; stusps: string | null },
): Promise<{ draft: Draft; wrong: FieldErrors; filled: boolean }> {
  if (coordinates === undefined || isUnset(coordinates)) return { draft, wrong: {}, filled: false };
  const pin = parsePlace(coordinates);
  if (!pin) return { draft, wrong: { coordinates: [NO_COORDINATES] }, filled: false };
  const takesPin = draft.location_method === null || draft.location_method === "pin";
  const placed = takesPin ? { ...setMethod(draft, "pin"), ...pin } : draft;
  const typed = [draft.township, draft.range, draft.section].some((text) => !isUnset(text));
  if (typed || stusps === null || !hasPlss(stusps)) return { draft: placed, wrong: {}, filled: false };
  const [land] = await sectionsAt(read, [pin]);
  if (!land?.section)
    return {
      draft: placed,
      wrong: { coordinates: ["We don't know the section there. Type township, range and section."] },
      filled: false,
    };
  const { township, range, section } = land;
  return { draft: { ...placed, township, range, section }, wrong: {}, filled: true };
}
