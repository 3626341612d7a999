import { redirect } from "@remix-run/node";
import { ENTER, FIND_PLACE } from "~/features/maps/enter";
import { readForm } from "~/web/respond.server";

const OWN = ["submission_id", "version", "intent", ENTER];
/** What is typed travels in the address; more than an address carries is left to the form, which says what it lacks. */
const MOST_TYPED = 4_000;

/**
 * The form that was sent, without the words that a place is looked for by. Where nothing is pinned yet, or where Enter
 * sent other words than were looked for before, they are what the sender means: the page is shown again with what they
 * find and all that is typed.
 */
export async function formToSave({ request }: { request: Request }): Promise<FormData> {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const isUnpinned = !text("latitude") && !text("longitude");
  const isNew = form.has(ENTER) && text("place") !== text(ENTER);
  if (text("place") && (isUnpinned || isNew)) {
    const { pathname, searchParams } = new URL(request.url);
    const query = new URLSearchParams(searchParams.has("full") ? { full: "1" } : {});
    for (const [name, value] of form)
      if (typeof value === "string" && !OWN.includes(name)) query.append(name, value);
    query.set("find", "1");
    const address = `${pathname}?${query}`;
    if (address.length <= MOST_TYPED) throw redirect(`${address}#${FIND_PLACE}`);
  }
  form.delete("place");
  form.delete(ENTER);
  return form;
}
