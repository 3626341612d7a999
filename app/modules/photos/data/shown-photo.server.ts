import { toErrorResponse } from "~/web/form-action.server";
import { notFound } from "~/web/refusal";

/** Find a photo in a list, with the ids of its neighbors. Throws a 404 response if it isn't in the list. */
export function findShownPhoto<Photo extends { id: number }>(photos: readonly Photo[], id: number) {
  const index = photos.findIndex((p) => p.id === id);
  const photo = photos[index];
  if (!photo) throw toErrorResponse(notFound("This photo no longer exists."));
  return { photo, previous: photos[index - 1]?.id ?? null, next: photos[index + 1]?.id ?? null };
}
