import type { ActionFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { readEditorFields } from "~/lib/geo/location";
import { formatView } from "~/lib/geo/view";
import { type FormReply, readForm } from "~/web/form-action.server";
import { createContextKeepingPost } from "~/web/post-after-login.server";
import type { Call } from "~/web/run-procedure.server";
import { applyEditorAction, readEditorAction } from "../rules/editor-acts";
import { ENTER_FIELD } from "../rules/enter";
import type { MapFormInput } from "../rules/map-ask";
import type { LocationEditorData } from "./location-editor.server";

/** Form fields that belong to the map around the coordinates; they are not saved. */
const OF_THE_MAP = ["location_method", "view", "place", "geom", "areas", ENTER_FIELD];

export type PlaceFormReply = Partial<FormReply> & { editor?: LocationEditorData };

/**
 * Handle a posted form that picks one place on a map. After a click, a button or a search on the map, show the page
 * again with all typed values; otherwise save the form without the map's fields.
 */
export async function submitPlace(
  args: ActionFunctionArgs,
  editorOf: (ctx: Call, ask: MapFormInput) => Promise<LocationEditorData>,
  save: (form: FormData) => Promise<ReturnType<typeof data<FormReply>> | Response>,
) {
  const form = await readForm(args.request);
  const act = readEditorAction(form);
  const shown = act?.kind === "click" || act?.kind === "look" ? act.view : null;
  const { fields, view } = act
    ? applyEditorAction(readEditorFields(form), act, shown)
    : { fields: readEditorFields(form), view: null };
  const editor = async () =>
    editorOf(await createContextKeepingPost(args, form), {
      coordinates: fields.coordinates,
      view: view ? formatView(view) : undefined,
      place: act?.kind === "find" ? act.place : undefined,
    });
  if (act) {
    const initialValue = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    return data<PlaceFormReply>({
      editor: await editor(),
      reply: { initialValue },
      submission_id: String(form.get("submission_id") ?? ""),
    });
  }
  const drawn = await editor().catch(() => undefined);
  for (const name of OF_THE_MAP) form.delete(name);
  const answer = await save(form);
  if (answer instanceof Response) return answer;
  return data<PlaceFormReply>({ ...answer.data, editor: drawn }, answer.init ?? undefined);
}
