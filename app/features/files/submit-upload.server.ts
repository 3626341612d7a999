import { data } from "@remix-run/node";
import type { z } from "zod";
import { context, type RouteArgs, userContext } from "~/web/context.server";
import type { Procedure } from "~/web/procedure";
import { type FormReply, type SubmitOptions, submit } from "~/web/respond.server";
import { type LongAnswer, readUpload } from "./upload.server";

/** What is said where nothing was sent, and how much may be; which of the other answers may be long. */
export type UploadField = { field: string; needed: string; megabytes: number; long?: LongAnswer };

/** As `submit`, for a form with one file: it is streamed to disk, and gone when the request is over. */
export async function submitUpload<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  { field, needed, megabytes, long }: UploadField,
  options: SubmitOptions<O>,
) {
  const refused = (message: string, typed?: Record<string, string>) =>
    data<FormReply>(
      { reply: { error: { [field]: [message] }, initialValue: typed }, submission_id: typed?.submission_id },
      { status: 422 },
    );
  // Before anything is written to disk it is known who sends it.
  await (procedure.audience === "company" ? context(args) : userContext(args));
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? "")) return refused(needed);
  const { form, problem, dispose } = await readUpload(args.request, field, megabytes, long);
  if (problem) {
    await dispose();
    // The file is chosen anew; what was typed beside it stays.
    form.delete(field);
    return refused(problem, Object.fromEntries([...form].map(([name, value]) => [name, String(value)])));
  }
  return submit(procedure, args, { ...options, form }).finally(dispose);
}
