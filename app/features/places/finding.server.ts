import { redirect } from "@remix-run/node";
import { ENTER_FIELD, FIND_PLACE_FORM } from "~/features/maps/enter";
import { readForm } from "~/web/form-action.server";

const OWN = ["submission_id", "version", "intent", ENTER_FIELD];
/** Maximum length of typed text in the URL; beyond it the form reports what is missing. */
const MAX_TYPED_LENGTH = 4_000;

/**
 * Return the submitted form, without the search words for a place. If nothing is pinned yet, or Enter sent different
 * words than the last search, the sender meant to search: the page is shown again with the results and all typed text.
 */
export async function readPlaceForm({ request }: { request: Request }): Promise<FormData> {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const isUnpinned = !text("latitude") && !text("longitude");
  const isNew = form.has(ENTER_FIELD) && text("place") !== text(ENTER_FIELD);
  if (text("place") && (isUnpinned || isNew)) {
    const { pathname, searchParams } = new URL(request.url);
    const query = new URLSearchParams(searchParams.has("full") ? { full: "1" } : {});
    for (const [name, value] of form)
      if (typeof value === "string" && !OWN.includes(name)) query.append(name, value);
    query.set("find", "1");
    const address = `${pathname}?${query}`;
    if (address.length <= MAX_TYPED_LENGTH) throw redirect(`${address}#${FIND_PLACE_FORM}`);
  }
  form.delete("place");
  form.delete(ENTER_FIELD);
  return form;
}
