import type { ActionFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { fieldsIn } from "~/domain/geo/location";
import { viewText } from "~/domain/geo/view";
import { contextCarrying } from "~/web/carried-post.server";
import type { Call } from "~/web/perform.server";
import { type FormReply, readForm } from "~/web/respond.server";
import { actIn, carryOutEdit } from "./editor-acts";
import { ENTER } from "./enter";
import type { Editor } from "./location-editor.server";
import type { MapAsk } from "./map-ask";

/** What the map around the coordinates added to the form; nothing of it is kept. */
const OF_THE_MAP = ["location_method", "view", "place", "geom", "areas", ENTER];

export type PlaceAnswer = Partial<FormReply> & { editor?: Editor };

/**
 * A posted form that asks for one place on a map: after a click, a button or a search of its map the page again, with all that
 * is typed; else the form to save, without what the map added.
 */
export async function placePost(
  args: ActionFunctionArgs,
  editorOf: (ctx: Call, ask: MapAsk) => Promise<Editor>,
  save: (form: FormData) => Promise<ReturnType<typeof data<FormReply>> | Response>,
) {
  const form = await readForm(args.request);
  const act = actIn(form);
  const shown = act?.kind === "click" || act?.kind === "look" ? act.view : null;
  const { fields, view } = act
    ? carryOutEdit(fieldsIn(form), act, shown)
    : { fields: fieldsIn(form), view: null };
  const editor = async () =>
    editorOf(await contextCarrying(args, form), {
      coordinates: fields.coordinates,
      view: view ? viewText(view) : undefined,
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
