import { data } from "@remix-run/node";
import { formatView, parseView } from "~/lib/geo/view";
import { createContext, type RouteArgs } from "~/web/context.server";
import { callProcedure, type FormReply, readForm, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createContextKeepingPost } from "~/web/post-after-login.server";
import type { Call } from "~/web/run-procedure.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { applyLineEdit, readEditorAction } from "../../rules/editor-acts";
import { getRoadMap, type RoadMap } from "./road-map.server";
import { addRoad, getRoadForm, updateRoad } from "./roads.server";

type Which = { id: number; road_id?: number };
/** Maximum length of a route's text; a longer route isn't drawn, and its form is rejected. */
const MAX_ROUTE_LENGTH = 60_000;
type Answer = FormReply & { map?: RoadMap };

/** Load the road form page: its values, and the job's land with the road's route. */
export async function loadRoad(args: RouteArgs, which: Which) {
  const ctx = await createContext(args);
  const form = await callProcedure(getRoadForm, ctx, which);
  const map = await mapOf(ctx, which, form.values.points, null);
  return { ...which, form, map, submission_id: createSubmissionId() };
}

const mapOf = (
  ctx: Call,
  { id, road_id = null }: { id: number; road_id?: number | null },
  points: string,
  view: string | null,
) => callProcedure(getRoadMap, ctx, { id, road_id, points: points.slice(0, MAX_ROUTE_LENGTH), view });

/** Show the page again with all entered values after a click on the map or a map button; otherwise save the road. */
export async function submitRoad(args: RouteArgs, which: Which) {
  const form = await readForm(args.request);
  const text = (name: string) => String(form.get(name) ?? "");
  const act = readEditorAction(form);
  const shown = text("view") || null;
  if (act && text("points").length <= MAX_ROUTE_LENGTH) {
    const ctx = await createContextKeepingPost(args, form);
    const { points, view } = applyLineEdit(text("points"), act, parseView(shown));
    const map = await mapOf(ctx, which, points, view && formatView(view));
    const initialValue = { ...Object.fromEntries(form), points };
    return data<Answer>({ map, reply: { initialValue }, submission_id: text("submission_id") });
  }
  // The map's view isn't stored with the road. An invalid view stays in the form and is rejected with it.
  if (shown === null || parseView(shown)) form.delete("view");
  const { id: job_id, road_id } = which;
  const to = () => paths.job(job_id, "roads");
  const answer = await (road_id === undefined
    ? submit(addRoad, args, { form, fixed: { job_id }, to })
    : submit(updateRoad, args, { form, fixed: { job_id, road_id }, blankIsNull: true, to }));
  const map = await mapOf(await createContext(args), which, text("points"), shown);
  return data<Answer>({ ...answer.data, map }, answer.init ?? undefined);
}
