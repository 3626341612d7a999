import { data } from "@remix-run/node";
import type { z } from "zod";
import { context, type RouteArgs, userContext } from "~/web/context.server";
import type { Procedure } from "~/web/procedure";
import { REFUSAL_STATUS } from "~/web/refusal";
import { type FormReply, type SubmitOptions, submit } from "~/web/respond.server";
import { roomFor } from "./quota.server";
import { type LongAnswer, readUpload } from "./upload.server";

/** The message if nothing was sent, the size limit, and which of the other answers may be long. */
export type UploadField = { field: string; needed: string; megabytes: number; long?: LongAnswer };

/** As `submit`, for a form with one file: it is streamed to disk, and gone when the request is over. */
export async function submitUpload<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  { field, needed, megabytes, long }: UploadField,
  options: SubmitOptions<O>,
) {
  const refused = (message: string, typed?: Record<string, string>, status = 422) =>
    data<FormReply>(
      { reply: { error: { [field]: [message] }, initialValue: typed }, submission_id: typed?.submission_id },
      { status },
    );
  // Before anything is written to disk it is known who sends it.
  const ctx = await (procedure.audience === "company" ? context(args) : userContext(args));
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? "")) return refused(needed);
  const room = await roomFor({ ...ctx, read: ctx.db.read });
  const { form, problem, full, dispose } = await readUpload(args.request, field, megabytes, { long, room });
  if (problem) {
    await dispose();
    // The file has to be chosen again; the other fields keep their values.
    form.delete(field);
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return refused(problem, typed, full ? REFUSAL_STATUS.noRoom : 422);
  }
  return submit(procedure, args, { ...options, form }).finally(dispose);
}
