import { redirect } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { usState } from "#db/schema";
import { ENTER_FIELD, FIND_PLACE_ANCHOR } from "~/modules/maps/rules/enter";
import { isPossibleAddress } from "~/modules/maps/shared/addresses.server";
import { getApp } from "~/web/app.server";
import { env } from "~/web/env.server";
import { readForm } from "~/web/form-action.server";

const OWN = ["submission_id", "version", "intent", ENTER_FIELD];
/** Maximum length of typed text in the URL; a longer form isn't searched, and its errors are shown. */
const MAX_TYPED_LENGTH = 4_000;

/** Return the search words for a mailing address: the whole address if addresses can be looked up, else its town. */
async function readAddressWords(text: (name: string) => string): Promise<string> {
  const city = text("city");
  if (!city) return "";
  const { read } = (await getApp()).db;
  const [state] = await read
    .select({ stusps: usState.stusps })
    .from(usState)
    .where(eq(usState.id, Number(text("us_state_id")) || 0));
  const town = state ? `${city}, ${state.stusps}` : city;
  return env().MAPBOX_TOKEN && isPossibleAddress(text("address")) ? `${text("address")}, ${town}` : town;
}

/**
 * Return the submitted form, without the search words for a place. If nothing is pinned yet, or Enter sent different
 * words than the last search, the sender meant to search: the page is shown again with the results and all typed text.
 * The form of a mailing address without a pin looks for the address.
 */
export async function readPlaceForm({ request }: { request: Request }): Promise<FormData> {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const isUnpinned = !text("latitude") && !text("longitude");
  const isFull = new URL(request.url).searchParams.has("full");
  if (isFull && isUnpinned && !text("place")) form.set("place", await readAddressWords(text));
  const isNew = form.has(ENTER_FIELD) && text("place") !== text(ENTER_FIELD);
  if (text("place") && (isUnpinned || isNew)) {
    const { pathname, searchParams } = new URL(request.url);
    const query = new URLSearchParams(searchParams.has("full") ? { full: "1" } : {});
    for (const [name, value] of form)
      if (typeof value === "string" && !OWN.includes(name)) query.append(name, value);
    query.set("find", "1");
    const address = `${pathname}?${query}`;
    if (address.length <= MAX_TYPED_LENGTH) throw redirect(`${address}#${FIND_PLACE_ANCHOR}`);
  }
  form.delete("place");
  form.delete(ENTER_FIELD);
  return form;
}
