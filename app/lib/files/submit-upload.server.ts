import { data } from "@remix-run/node";
import type { z } from "zod";
import { createContext, createUserContext, type RouteArgs } from "~/web/context.server";
import { type FormReply, type SubmitOptions, submit } from "~/web/form-action.server";
import type { Procedure } from "~/web/procedure";
import { ERROR_STATUS } from "~/web/refusal";
import { readQuota } from "./quota.server";
import { type LongTextField, readUpload } from "./upload.server";

/** Upload field: the message if no file was sent, the size limit, and the name of another field that may be long. */
export type UploadField = { field: string; needed: string; megabytes: number; long?: LongTextField };

/** Like `submit`, for a form with one file: streamed to disk, deleted after the request. */
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
  // Authenticate the sender before writing anything to disk.
  const ctx = await (procedure.audience === "company" ? createContext(args) : createUserContext(args));
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? "")) return refused(needed);
  const room = await readQuota({ ...ctx, read: ctx.db.read });
  const { form, problem, full, dispose } = await readUpload(args.request, field, megabytes, { long, room });
  if (problem) {
    await dispose();
    // Return the other fields' values; the user must choose the file again.
    form.delete(field);
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return refused(problem, typed, full ? ERROR_STATUS.noRoom : 422);
  }
  return submit(procedure, args, { ...options, form }).finally(dispose);
}
