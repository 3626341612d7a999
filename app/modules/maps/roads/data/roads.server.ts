import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, road, user } from "#db/schema";
import { computeDiffs } from "~/modules/history/rules/history";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { jobTextField } from "~/modules/jobs/rules/job-fields";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";
import { roadsOutput } from "../rules/output";
import {
  computeRoadMiles,
  formatRoadLine,
  parseRoadLine,
  ROAD_TYPE_OPTIONS,
  roadTypeLabel,
} from "../rules/roads";

const job_id = z.number().int();

const readRoads = (ctx: Pick<Ctx, "read">, jobId: number) =>
  ctx.read
    .select({ road, company: company.name, first_name: user.first_name, last_name: user.last_name })
    .from(road)
    .innerJoin(company, eq(company.id, road.creator_company_id))
    .leftJoin(user, eq(user.id, road.creator_user_id))
    .where(and(eq(road.job_id, jobId), eq(road.is_deleted, false)))
    .orderBy(road.id);

export const listJobRoads = procedure({
  name: "listJobRoads",
  may: "road.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: roadsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { roads: [], meta: { total: 0, ...part } };
    await requireJobRight(ctx, job_id, "see_roads");
    const { rows, meta } = slicePage(await readRoads(ctx, job_id), part);
    const roads = rows.map(({ road: r }) => ({
      id: r.id,
      road_type_id: r.road_type_id,
      name: r.name,
      notes: r.notes,
      geom: r.geom === null ? null : (JSON.parse(r.geom) as unknown),
      created_at: r.created_at,
      version: r.version,
    }));
    return { roads, meta };
  },
});

/** The roads' page. */
export const getJobRoads = procedure({
  name: "getJobRoads",
  may: "road.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "see_roads");
    const roads = await readRoads(ctx, id);
    return {
      id,
      name: job.job.name,
      may_add: job.rights.add_road,
      roads: roads.map(({ road: r }) => {
        const miles = computeRoadMiles(r.geom);
        return {
          id: r.id,
          type: roadTypeLabel(r.road_type_id),
          name: r.name,
          notes: r.notes,
          miles: miles === null ? null : `${miles.toFixed(miles < 1 ? 2 : 1)} mi`,
          may_edit: mayChange(job, r, "edit_road"),
        };
      }),
    };
  },
});

type Row = typeof road.$inferSelect;
const mayChange = (job: VisibleJob, row: Row, right: "edit_road" | "delete_road") =>
  job.rights[right] && (job.rights.office || row.creator_company_id === job.me);

/** Return the initial values of a road's form. */
export const getRoadForm = procedure({
  name: "getRoadForm",
  input: z.strictObject({ id: z.number().int(), road_id: z.number().int().optional() }),
  async run(ctx, { id, road_id }) {
    const types = ROAD_TYPE_OPTIONS.map((t) => ({ value: t.id, label: t.label }));
    if (road_id === undefined) {
      const job = await requireJobRight(ctx, id, "add_road");
      const values = { road_type_id: "", name: "", notes: "", points: "" };
      return { job: job.job.name, version: null, types, values, may_delete: false };
    }
    const { found, row } = await ownRoad(ctx, id, road_id, "edit_road");
    return {
      job: found.job.name,
      version: row.version,
      types,
      values: {
        road_type_id: String(row.road_type_id),
        name: row.name ?? "",
        notes: row.notes ?? "",
        points: formatRoadLine(row.geom),
      },
      may_delete: mayChange(found, row, "delete_road"),
    };
  },
});

async function ownRoad(
  ctx: Ctx<CompanyActor>,
  jobId: number,
  id: number,
  right: "edit_road" | "delete_road",
) {
  const job = await requireJobRight(ctx, jobId, "see_roads");
  const row = (await readRoads(ctx, jobId)).find((r) => r.road.id === id)?.road;
  if (!row) throw notFound("We couldn't find that road.");
  if (!mayChange(job, row, right))
    throw forbidden("Only the company that added a road, or runs the job, can change it.");
  return { found: job, row };
}

const type = z.number("Choose a type").int("Choose a type").min(1, "Choose a type").max(9, "Choose a type");
const points = z.string().max(60_000, "Too many points").nullable().optional();
const shape = { name: jobTextField("The name", 80), notes: jobTextField("Notes", 1000), points };

function geomOf(points: string | null | undefined): string | null {
  const parsed = parseRoadLine(points ?? "");
  if ("problem" in parsed) throw invalid({ points: [parsed.problem] });
  return parsed.line === null ? null : JSON.stringify(parsed.line);
}

/** Add a road to a job: its type, and its route as one "lat, lng" per line. */
export const addRoad = procedure({
  name: "addRoad",
  input: z.strictObject({ job_id, road_type_id: type, ...shape }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "add_road");
    const geom = geomOf(input.points);
    const message = [roadTypeLabel(input.road_type_id), input.name].filter(Boolean).join(", ");
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(road).values({
            job_id: input.job_id,
            road_type_id: input.road_type_id,
            name: input.name || null,
            notes: input.notes || null,
            geom,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          { activity: "job_updated", details: { diffs: [{ key: "road", saved: null, updated: message }] } },
        ])),
      ],
      { id: selectInsertedId(road) },
    );
  },
});

const named = { job_id, road_id: z.number().int(), version: z.number().int() };

export const updateRoad = procedure({
  name: "updateRoad",
  input: z.strictObject({ ...named, road_type_id: type.optional(), ...shape }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row } = await ownRoad(ctx, input.job_id, input.road_id, "edit_road");
    requireVersion(row, input.version, {
      road_type_id: row.road_type_id,
      name: row.name,
      notes: row.notes,
      points: formatRoadLine(row.geom),
      version: row.version,
    });
    const next = {
      road_type_id: input.road_type_id ?? row.road_type_id,
      name: input.name === undefined ? row.name : input.name || null,
      notes: input.notes === undefined ? row.notes : input.notes || null,
      geom: input.points === undefined ? row.geom : geomOf(input.points),
    };
    const said = (r: typeof next) => ({
      road: [roadTypeLabel(r.road_type_id), r.name].filter(Boolean).join(", "),
      notes: r.notes,
      way: r.geom === null ? null : `${computeRoadMiles(r.geom)?.toFixed(2)} mi`,
    });
    const diffs = computeDiffs(said(row), said(next));
    if (isUnchanged(row, next)) return ctx.commit([], { id: row.id });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(road)
            .set({ ...next, version: input.version })
            .where(and(eq(road.id, row.id), eq(road.version, row.version))),
        ),
        ...(diffs.length
          ? await buildHistorySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])
          : []),
      ],
      { id: row.id },
    );
  },
});

export const removeRoad = procedure({
  name: "removeRoad",
  input: z.strictObject(named),
  output: idOutput,
  async run(ctx, input) {
    const { found, row } = await ownRoad(ctx, input.job_id, input.road_id, "delete_road");
    requireVersion(row, input.version, { name: row.name, version: row.version });
    const message = [roadTypeLabel(row.road_type_id), row.name].filter(Boolean).join(", ");
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(road)
            .set({ is_deleted: true, version: input.version })
            .where(and(eq(road.id, row.id), eq(road.version, row.version))),
        ),
        ...(await buildHistorySteps(ctx, found.subject, [
          { activity: "job_updated", details: { diffs: [{ key: "road", saved: message, updated: null }] } },
        ])),
      ],
      { id: row.id },
    );
  },
});
