import { and, count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, job, jobFile, storedFile, user } from "#db/schema";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import { FILE_KINDS } from "~/lib/files/kind.server";
import { FILE_REQUIRED_MESSAGE, storeUpload } from "~/lib/files/store-upload.server";
import { formatCreator, formatCreatorName } from "~/modules/history/rules/creator";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { requireJobRight, type VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { type CompanyActor, isCreator, toCreator } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { getRowLimit, pagingParams } from "~/web/paging";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { fileAddedOutput, filesOutput } from "../rules/output";

const job_id = z.number().int();

async function readFiles(ctx: Ctx<CompanyActor>, job: VisibleJob, take: number, skip: number) {
  const where = and(eq(jobFile.job_id, job.job.id), eq(jobFile.is_deleted, false));
  const query = ctx.read
    .select({
      file: jobFile,
      bytes: storedFile.bytes,
      type: storedFile.content_type,
      first_name: user.first_name,
      last_name: user.last_name,
      company: company.name,
    })
    .from(jobFile)
    .innerJoin(storedFile, eq(storedFile.id, jobFile.stored_file_id))
    .leftJoin(user, eq(user.id, jobFile.creator_user_id))
    .innerJoin(company, eq(company.id, jobFile.creator_company_id))
    .where(where)
    .orderBy(desc(jobFile.id))
    .limit(getRowLimit(take))
    .offset(skip);
  const [rows, [total]] = await Promise.all([
    query,
    ctx.read.select({ n: count() }).from(jobFile).where(where),
  ]);
  return { rows, total: total?.n ?? 0 };
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** List a job's files, newest first, for its page. */
export const getJobFiles = procedure({
  name: "getJobFiles",
  may: "file.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "see_files");
    const { rows, total } = await readFiles(ctx, job, 100, 0);
    const words = createHistoryFormat(ctx);
    return {
      id,
      job: job.job.name,
      total,
      may_add: job.rights.add_file,
      may_mark: job.rights.office,
      files: rows.map(({ file, bytes, type, ...r }) => ({
        id: file.id,
        name: file.file_name,
        kind: type === FILE_KINDS.pdf.type ? "PDF" : "Video",
        size: size(bytes),
        is_plan_map: file.is_plan_map,
        version: file.version,
        who: formatCreatorName({ ...r, ...file }),
        company: r.company,
        when: { at: file.created_at, text: words.instant(file.created_at) },
        may_delete: isCreator(ctx.actor, file) && ctx.actor.permissions.file.delete,
      })),
    };
  },
});

/** List a job's files for API clients; job id 0 returns an empty list (docs/domain.md#programs). */
export const listJobFiles = procedure({
  name: "listJobFiles",
  may: "file.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: filesOutput,
  async run(ctx, { job_id: id, take, skip }) {
    if (id === 0) return { files: [], meta: { total: 0, skip, take } };
    const job = await requireJobRight(ctx, id, "see_files");
    const { rows, total } = await readFiles(ctx, job, take, skip);
    const files = rows.map(({ file, bytes, type, ...r }) => ({
      id: file.id,
      file_name: file.file_name,
      file_url: paths.apiJobFile(id, file.id),
      content_type: type,
      bytes,
      is_plan_map: file.is_plan_map,
      created_at: file.created_at,
      version: file.version,
      ...formatCreator({ ...r, ...file }),
    }));
    return { files, meta: { total, skip, take } };
  },
});

/** Add a PDF or a video to a job. A PDF added by the company that runs the job may be the job's plan map. */
export const addJobFile = procedure({
  name: "addJobFile",
  limit: { work: "files" },
  may: "file.create",
  input: z.strictObject({
    job_id,
    file: z.string(FILE_REQUIRED_MESSAGE).max(200),
    file_name: z.string().trim().max(200, "A name can be at most 200 characters").optional(),
    is_plan_map: z.boolean().optional(),
  }),
  output: fileAddedOutput,
  async run(ctx, input) {
    const visibleJob = await requireJobRight(ctx, input.job_id, "add_file");
    const plan = Boolean(input.is_plan_map);
    if (plan && !visibleJob.rights.edit)
      throw forbidden("Only the company that runs the job can add its plan map.");
    const stored = await storeUpload(ctx, {
      field: "file",
      sent: input.file,
      allowed: plan ? ["pdf"] : ["pdf", "mp4"],
      called: input.file_name,
    });
    const { file_name } = stored;
    const now = ctx.now.toISOString();
    return commitWithFiles(stored.keys, async () =>
      ctx.commit(
        [
          ...stored.steps,
          ...(plan
            ? [
                allowAnyRows(
                  ctx.write
                    .update(jobFile)
                    .set({ is_plan_map: false })
                    .where(and(eq(jobFile.job_id, input.job_id), eq(jobFile.is_plan_map, true))),
                ),
                expectOneRow(
                  ctx.write.update(job).set({ has_plan_map: true }).where(eq(job.id, input.job_id)),
                ),
              ]
            : []),
          expectOneRow(
            ctx.write.insert(jobFile).values({
              job_id: input.job_id,
              stored_file_id: stored.id,
              file_name,
              is_plan_map: plan,
              ...toCreator(ctx.actor),
              created_at: now,
            }),
          ),
          ...(await buildHistorySteps(ctx, visibleJob.subject, [
            {
              activity: "file_added",
              details: { file_name, ...(plan ? { is_plan_map: true, row: { has_plan_map: true } } : {}) },
            },
          ])),
        ],
        { id: input.job_id, file_id: selectInsertedId(jobFile) },
      ),
    );
  },
});

const named = { job_id, file_id: z.number().int() };

async function visibleFile(ctx: Ctx<CompanyActor>, jobId: number, fileId: number) {
  const job = await requireJobRight(ctx, jobId, "see_files");
  const [row] = await ctx.read
    .select({ file: jobFile, stored: storedFile })
    .from(jobFile)
    .innerJoin(storedFile, eq(storedFile.id, jobFile.stored_file_id))
    .where(and(eq(jobFile.id, fileId), eq(jobFile.job_id, jobId), eq(jobFile.is_deleted, false)));
  if (!row) throw notFound("This file no longer exists.");
  return { found: job, ...row };
}

/** Return the stored bytes of a file, for users who may see its job's files. */
export const getJobFile = procedure({
  name: "getJobFile",
  may: "file.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { file, stored } = await visibleFile(ctx, input.job_id, input.file_id);
    const mine = isCreator(ctx.actor, file);
    return { ...stored, file_name: file.file_name, version: file.version, file_id: file.id, mine };
  },
});

const NOT_YOURS = "Only the person who added a file can delete it.";

/**
 * Delete a job file; only the user who added the file may delete it. The file's bytes stay until the history no longer
 * needs them (docs/domain.md#job-rights).
 */
export const removeJobFile = procedure({
  name: "removeJobFile",
  may: "file.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const { found, file } = await visibleFile(ctx, input.job_id, input.file_id);
    if (!isCreator(ctx.actor, file)) throw forbidden(NOT_YOURS);
    requireVersion(file, input.version, { file_name: file.file_name, version: file.version });
    return ctx.commit(
      [
        updateWithVersion(ctx, jobFile, file, { is_deleted: true }, eq(jobFile.is_deleted, false)),
        ...(file.is_plan_map
          ? [expectOneRow(ctx.write.update(job).set({ has_plan_map: false }).where(eq(job.id, input.job_id)))]
          : []),
        ...(await buildHistorySteps(ctx, found.subject, [
          {
            activity: "file_removed",
            details: {
              file_name: file.file_name,
              ...(file.is_plan_map ? { row: { has_plan_map: false } } : {}),
            },
          },
        ])),
      ],
      { id: input.job_id },
    );
  },
});
