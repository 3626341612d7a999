import { data } from "@remix-run/node";
import { parseView, viewText } from "~/domain/geo/view";
import { actIn, carryOutOnLine } from "~/features/maps/editor-acts";
import { contextCarrying } from "~/web/carried-post.server";
import { context, type RouteArgs } from "~/web/context.server";
import { paths } from "~/web/paths";
import type { Call } from "~/web/perform.server";
import { call, type FormReply, readForm, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";
import { getRoadMap, type RoadMap } from "./road-map.server";
import { addRoad, getRoadForm, updateRoad } from "./roads.server";

type Which = { id: number; road_id?: number };
/** So long the text of a way may be; of a longer one nothing is drawn, and its form is refused. */
const MOST_WAY = 60_000;
type Answer = FormReply & { map?: RoadMap };

/** The page of a road's form: its values, and the job's land with its way. */
export async function loadRoad(args: RouteArgs, which: Which) {
  const ctx = await context(args);
  const form = await call(getRoadForm, ctx, which);
  const map = await mapOf(ctx, which, form.values.points, null);
  return { ...which, form, map, submission_id: newSubmissionId() };
}

const mapOf = (
  ctx: Call,
  { id, road_id = null }: { id: number; road_id?: number | null },
  points: string,
  view: string | null,
) => call(getRoadMap, ctx, { id, road_id, points: points.slice(0, MOST_WAY), view });

/** A click or a button of the map is the page again, with all that is typed; anything else saves. */
export async function submitRoad(args: RouteArgs, which: Which) {
  const form = await readForm(args.request);
  const text = (name: string) => String(form.get(name) ?? "");
  const act = actIn(form);
  const shown = text("view") || null;
  if (act && text("points").length <= MOST_WAY) {
    const ctx = await contextCarrying(args, form);
    const { points, view } = carryOutOnLine(text("points"), act, parseView(shown));
    const map = await mapOf(ctx, which, points, view && viewText(view));
    const initialValue = { ...Object.fromEntries(form), points };
    return data<Answer>({ map, reply: { initialValue }, submission_id: text("submission_id") });
  }
  // Where the map looks isn't part of a road. A value that isn't a view is refused with the rest.
  if (shown === null || parseView(shown)) form.delete("view");
  const { id: job_id, road_id } = which;
  const to = () => paths.job(job_id, "roads");
  const answer = await (road_id === undefined
    ? submit(addRoad, args, { form, fixed: { job_id }, to })
    : submit(updateRoad, args, { form, fixed: { job_id, road_id }, blankIsNull: true, to }));
  const map = await mapOf(await context(args), which, text("points"), shown);
  return data<Answer>({ ...answer.data, map }, answer.init ?? undefined);
}
