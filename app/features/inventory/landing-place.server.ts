import type { ActionFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { outerRings } from "~/domain/geo/areas";
import { fieldsIn, parseGeom } from "~/domain/geo/location";
import { viewText } from "~/domain/geo/view";
import { actIn, carryOutEdit } from "~/features/maps/editor-acts";
import type { AroundPlace, Editor } from "~/features/maps/location-editor.server";
import { contextCarrying } from "~/web/carried-post.server";
import { call, type FormReply, readForm } from "~/web/respond.server";
import { getLandingForm } from "./landing-form.server";

type JobPlace = { name: string; latitude: number | null; longitude: number | null; geom: string | null };

/** The job's land, for the map that a landing is placed on. */
export function landOf({ name, latitude, longitude, geom }: JobPlace): AroundPlace {
  const shape = geom ? parseGeom(geom) : null;
  if (shape) return { areas: outerRings(shape), marks: [] };
  return {
    areas: [],
    marks: latitude === null || longitude === null ? [] : [{ name, latitude, longitude, here: true }],
  };
}

type Named = { job_id: number; landing_id?: number };
export type LandingAnswer = Partial<FormReply> & { editor?: Editor };

/** What the map around the coordinates added to the form; nothing of it is kept. */
const OF_THE_MAP = ["location_method", "view", "place", "geom", "areas"];

/**
 * A posted form of a landing: after a click, a button or a search of its map the page again, with all that is typed; else the form
 * to save, without what the map added.
 */
export async function landingPost(
  args: ActionFunctionArgs,
  named: Named,
  save: (form: FormData) => Promise<ReturnType<typeof data<FormReply>> | Response>,
) {
  const form = await readForm(args.request);
  const act = actIn(form);
  const shown = act?.kind === "click" || act?.kind === "look" ? act.view : null;
  const editorOf = async () => {
    const { fields, view } = act
      ? carryOutEdit(fieldsIn(form), act, shown)
      : { fields: fieldsIn(form), view: null };
    const page = await call(getLandingForm, await contextCarrying(args, form), {
      id: named.job_id,
      landing_id: named.landing_id,
      coordinates: fields.coordinates,
      view: view ? viewText(view) : undefined,
      place: act?.kind === "find" ? act.place : undefined,
    });
    return page.editor;
  };
  if (act) {
    const initialValue = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    return data<LandingAnswer>({
      editor: await editorOf(),
      reply: { initialValue },
      submission_id: String(form.get("submission_id") ?? ""),
    });
  }
  const editor = await editorOf().catch(() => undefined);
  for (const name of OF_THE_MAP) form.delete(name);
  const answer = await save(form);
  if (answer instanceof Response) return answer;
  return data<LandingAnswer>({ ...answer.data, editor }, answer.init ?? undefined);
}
