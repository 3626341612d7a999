import type { ActionFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { readEditorFields } from "~/lib/geo/location";
import { formatView } from "~/lib/geo/view";
import { type FormReply, readForm } from "~/web/form-action.server";
import { contextKeepingPost } from "~/web/post-after-login.server";
import type { Call } from "~/web/run-procedure.server";
import { applyEdit, readEditorAction } from "../rules/editor-acts";
import { ENTER_FIELD } from "../rules/enter";
import type { MapFormInput } from "../rules/map-ask";
import type { Editor } from "./location-editor.server";

/** Fields that the map around the coordinates added to the form; none is saved. */
const OF_THE_MAP = ["location_method", "view", "place", "geom", "areas", ENTER_FIELD];

export type PlaceAnswer = Partial<FormReply> & { editor?: Editor };

/**
 * Handle a posted form that picks one place on a map: after a click, a button or a search of its map show the page
 * again, with all that is typed; else return the form to save, without the map's fields.
 */
export async function submitPlace(
  args: ActionFunctionArgs,
  editorOf: (ctx: Call, ask: MapFormInput) => Promise<Editor>,
  save: (form: FormData) => Promise<ReturnType<typeof data<FormReply>> | Response>,
) {
  const form = await readForm(args.request);
  const act = readEditorAction(form);
  const shown = act?.kind === "click" || act?.kind === "look" ? act.view : null;
  const { fields, view } = act
    ? applyEdit(readEditorFields(form), act, shown)
    : { fields: readEditorFields(form), view: null };
  const editor = async () =>
    editorOf(await contextKeepingPost(args, form), {
      coordinates: fields.coordinates,
      view: view ? formatView(view) : undefined,
      place: act?.kind === "find" ? act.place : undefined,
    });
  if (act) {
    const initialValue = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    return data<PlaceAnswer>({
      editor: await editor(),
      reply: { initialValue },
      submission_id: String(form.get("submission_id") ?? ""),
    });
  }
  const drawn = await editor().catch(() => undefined);
  for (const name of OF_THE_MAP) form.delete(name);
  const answer = await save(form);
  if (answer instanceof Response) return answer;
  return data<PlaceAnswer>({ ...answer.data, editor: drawn }, answer.init ?? undefined);
}
