import { data } from "@remix-run/node";
import type { z } from "zod";
import { context, type RouteArgs, userContext } from "~/web/context.server";
import type { Procedure } from "~/web/procedure";
import { type FormReply, type SubmitOptions, submit } from "~/web/respond.server";
import { readUpload } from "./upload.server";

/** What is said where nothing was sent, and how much may be. */
export type UploadField = { field: string; needed: string; megabytes: number };

/** As `submit`, for a form with one file: it is streamed to disk, and gone when the request is over. */
export async function submitUpload<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  { field, needed, megabytes }: UploadField,
  options: SubmitOptions<O>,
) {
  const refused = (message: string) =>
    data<FormReply>({ reply: { error: { [field]: [message] } } }, { status: 422 });
  // Before anything is written to disk it is known who sends it.
  await (procedure.audience === "company" ? context(args) : userContext(args));
  if (!/^multipart\/form-data/i.test(args.request.headers.get("Content-Type") ?? "")) return refused(needed);
  const { form, problem, dispose } = await readUpload(args.request, field, megabytes);
  if (problem) {
    await dispose();
    return refused(problem);
  }
  return submit(procedure, args, { ...options, form }).finally(dispose);
}
