import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { getApp } from "./app.server";
import { AlreadyAppliedError } from "./commit.server";
import { createOpenContext, encodeForHeader, type RouteArgs } from "./context.server";
import { getRetryHeader, toErrorResponse } from "./error-response.server";
import { readForm } from "./form.server";
import {
  findAppliedSubmission,
  hashLongTexts,
  recordSubmission,
  refuseSubmission,
} from "./idempotency.server";
import {
  createReplayContext,
  createReplayResponse,
  getResultVersion,
  isFromAnotherUser,
  isReplay,
} from "./offline-replay";
import { parseForm, pickTypedFields, withNulls } from "./parse-form.server";
import { createFormContext } from "./post-after-login.server";
import type { Procedure } from "./procedure";
import { type CountedTry, countTries } from "./rate-limit.server";
import { AppError, type FieldErrors, GENERIC_ERROR_MESSAGE, notFound } from "./refusal";
import { type Call, runProcedure, runValidated } from "./run-procedure.server";
import { getConflictMessage, readSavedBy, type SavedBy } from "./saved-by.server";
import { findInvalidTexts, INVALID_CHARACTERS_MESSAGE } from "./storable-text";
import { toUnavailable } from "./unavailable.server";

export { toErrorResponse } from "./error-response.server";
export { readForm } from "./form.server";

/** Errors and typed values for a form's page after a refused post (docs/architecture.md#path-of-a-write). */
export type FormReply = {
  reply: SubmissionResult<string[]>;
  /** Allowed values of a field, if they depend on the uploaded file. */
  choices?: Record<string, string[]>;
  conflict?: Record<string, unknown>;
  saved_by?: SavedBy | null;
  alreadySent?: { href: string };
  submission_id?: string;
  /** Values that the form's page showed first, as it sent them (`ShownValues`). */
  shown_values?: string;
};

const META = ["submission_id", "intent", "shown_values"] as const;
/**
 * Format of a submission id. The server creates UUIDs; devices that were offline may create other short ids of plain
 * characters.
 */
const SUBMISSION_ID = /^[\w-]{8,64}$/;

/** Run a reading procedure for a page. A refusal becomes the error page of its status. */
export async function callProcedure<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  ctx: Call,
  input: z.input<I>,
): Promise<O> {
  try {
    return await runProcedure(procedure, ctx, input);
  } catch (error) {
    throw toErrorResponse(error);
  }
}

export type SubmitOptions<O> = {
  /** Values from the URL, which override the body's. */
  fixed?: Record<string, string | number | undefined>;
  to: (result: O) => string;
  form?: FormData;
  /** True if an empty field clears the saved value, for input fields that may be null. */
  blankIsNull?: boolean;
  /** Fields that the form requires although the procedure's input doesn't, with the message for each. */
  needed?: Record<string, string>;
  /** Fields whose values are never returned to a page, in addition to the procedure's own secrets. */
  hidden?: string[];
  /**
   * Return the tries to count before the form is parsed; above a limit the form is refused (429). The caller's network
   * address comes first. A form that can't be read (`null`) also counts as a try, with the data that is known without
   * its fields.
   */
  limits?: (form: FormData | null) => CountedTry[] | Promise<CountedTry[]>;
  sorry?: string;
  /** Message if the post fails without a specific reason, by the field to show it next to. */
  sorryOn?: Record<string, string>;
  headers?: (result: O) => Promise<HeadersInit>;
};

/**
 * Run a procedure for a posted form. Parses the form with the procedure's schema and stores the body before running the
 * procedure. Redirects with 303 on success; otherwise responds with 422, 409, 403 or 503 and the data to show the form
 * again as typed. If the session has ended, responds with the sign-in page, which keeps the form's fields.
 */
export async function submit<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  options: SubmitOptions<O>,
) {
  const form = options.form ?? (await readLimitedForm(args, options.limits));
  const open = procedure.audience === "anyone";
  const hidden = [...(procedure.secrets ?? []), ...(options.hidden ?? [])];
  const caller = await createFormContext(procedure, args, form, hidden);
  const ctx = createReplayContext(args.request, caller, Boolean(args.context.writer));
  if (isFromAnotherUser(args.request, ctx.actor)) throw createReplayResponse({ outcome: "other" }, 403);
  const submissionId = open || procedure.secrets ? null : text(form.get("submission_id"));
  const shown_values = text(form.get("shown_values")) ?? undefined;
  for (const name of META) form.delete(name);
  for (const [name, value] of Object.entries(options.fixed ?? {}))
    if (value !== undefined) form.set(name, String(value));

  const stopped = options.limits && (await pastLimit(ctx, await options.limits(form)));
  if (stopped)
    return data<FormReply>(
      {
        reply: {
          status: "error",
          error: { "": [stopped.message] },
          initialValue: pickTypedFields(form, procedure.input, hidden),
        },
        submission_id: submissionId ?? undefined,
      },
      { status: stopped.status, headers: getRetryHeader(stopped) },
    );
  const parsed = parseForm(form, procedure.input);
  const unkeepable = findInvalidTexts(Object.fromEntries(form));
  const known = submissionId === null || SUBMISSION_ID.test(submissionId);
  const reply = (more: { fieldErrors?: FieldErrors; formErrors?: string[] } = {}) =>
    parsed.reply({ ...more, hideFields: hidden });
  const answer = (
    reply: SubmissionResult<string[]>,
    status: number,
    more: Partial<FormReply> = {},
    headers: HeadersInit = {},
  ) =>
    data<FormReply>(
      { reply, submission_id: submissionId ?? undefined, shown_values, ...more },
      { status, headers },
    );
  if (!known) return answer(reply({ formErrors: ["Reload the page, then send the form."] }), 422);
  if (unkeepable.length) return answer(reply({ fieldErrors: unkeepableFields(unkeepable) }), 422);
  if (parsed.status !== "success") return answer(reply(), parsed.status === "error" ? 422 : 200);
  const lacking = Object.entries(options.needed ?? {}).filter(([name]) => !text(form.get(name)));
  if (lacking.length)
    return answer(reply({ fieldErrors: Object.fromEntries(lacking.map(([n, said]) => [n, [said]])) }), 422);
  const { pathname } = new URL(args.request.url);
  const input = options.blankIsNull ? withNulls(procedure, form, parsed.value) : parsed.value;

  try {
    const result = await runOnce(procedure, ctx, input, submissionId, pathname);
    const saved = isReplay(args.request) && { href: options.to(result), version: getResultVersion(result) };
    if (saved) throw createReplayResponse({ outcome: "saved", ...saved }, 200);
    throw redirect(encodeForHeader(options.to(result)), {
      status: 303,
      headers: await options.headers?.(result),
    });
  } catch (thrown) {
    const error = toUnavailable(thrown);
    if (!(error instanceof AppError)) {
      if (!options.sorry || !(error instanceof Error)) throw error;
      (await getApp()).log.error({ err: error, requestId: args.context.requestId }, "a form failed");
      return answer(reply({ formErrors: [options.sorry], fieldErrors: fieldSorries(options) }), 500);
    }
    if (error.kind === "missing") throw toErrorResponse(error);
    if (error.kind === "stale") {
      const conflict = error.facts.current;
      const saved_by = await readSavedBy(ctx, pathname, conflict?.version);
      return answer(reply({ formErrors: [getConflictMessage(saved_by) ?? error.message] }), 409, {
        conflict,
        saved_by,
      });
    }
    if (error.kind === "alreadySent")
      return answer(reply({ formErrors: [error.message] }), 409, {
        alreadySent: { href: options.to(error.facts.result as O) },
      });
    const { choices, values } = error.facts;
    const refused = reply(replyOptions(error));
    const shown = values ? { ...refused, initialValue: { ...refused.initialValue, ...values } } : refused;
    return answer(shown, error.status, choices ? { choices } : {}, getRetryHeader(error));
  }
}

/**
 * Run a posted form whose response contains a secret, which is shown only once. The response isn't stored, logged or
 * redirected to. The procedure itself ensures that the form works only once.
 */
export async function submitSecret<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  fixed: Record<string, number | string> = {},
) {
  const form = await readForm(args.request);
  for (const [name, value] of Object.entries(fixed)) form.set(name, String(value));
  const ctx = await createFormContext(procedure, args, form);
  const parsed = parseForm(form, procedure.input);
  type Shown = { reply: SubmissionResult<string[]> | null; shown: O | null };
  const answer = (status: number, more: Partial<Shown>) =>
    data<Shown>({ reply: null, shown: null, ...more }, { status });
  const unkeepable = findInvalidTexts(Object.fromEntries(form));
  if (unkeepable.length)
    return answer(422, { reply: parsed.reply({ fieldErrors: unkeepableFields(unkeepable) }) });
  if (parsed.status !== "success") return answer(422, { reply: parsed.reply() });
  try {
    return answer(201, { shown: await runValidated(procedure, ctx, parsed.value) });
  } catch (thrown) {
    const error = toUnavailable(thrown);
    if (!(error instanceof AppError)) throw error;
    return answer(error.status, { reply: parsed.reply(replyOptions(error)) });
  }
}

export async function readLimitedForm(
  args: RouteArgs,
  limits: SubmitOptions<unknown>["limits"],
): Promise<FormData> {
  try {
    return await readForm(args.request);
  } catch (unreadable) {
    const stopped = limits && (await pastLimit(await createOpenContext(args), await limits(null)));
    throw stopped ? toErrorResponse(stopped) : unreadable;
  }
}

async function pastLimit(ctx: Call, tries: CountedTry[]): Promise<AppError | null> {
  try {
    await countTries(ctx.db, ctx.now, tries);
    return null;
  } catch (thrown) {
    const error = toUnavailable(thrown);
    if (error instanceof AppError) return error;
    throw error;
  }
}

const fieldSorries = ({ sorryOn = {} }: { sorryOn?: Record<string, string> }): FieldErrors =>
  Object.fromEntries(Object.entries(sorryOn).map(([name, message]) => [name, [message]]));

const unkeepableFields = (names: string[]): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, [INVALID_CHARACTERS_MESSAGE]]));

function replyOptions(refusal: AppError): { fieldErrors?: FieldErrors; formErrors?: string[] } {
  const { "": form, ...fieldErrors } = refusal.facts.fields ?? {};
  return refusal.kind === "invalid" && refusal.facts.fields
    ? { fieldErrors, formErrors: form ?? [] }
    : { formErrors: [refusal.message || GENERIC_ERROR_MESSAGE] };
}

/** Run a write so that a submission takes effect only once, no matter how often or from where it is sent. */
export async function runOnce<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  ctx: Call,
  input: z.output<I>,
  submissionId: string | null,
  route: string,
): Promise<O> {
  // A password isn't stored, not even as a hash, so a repeated form with a password can't be recognized.
  if (!submissionId || procedure.secrets) return runValidated(procedure, ctx, input);
  const sent = { id: submissionId, route, fields: hashLongTexts(input, procedure.byHash) };
  const received = await recordSubmission(ctx.db, ctx.actor, ctx.now, sent);
  if ("applied" in received) return seen(ctx, received.applied as O);
  try {
    return await runValidated(procedure, { ...ctx, submission: received.open }, input);
  } catch (error) {
    const refused = error instanceof AppError && error.kind !== "unavailable";
    // A second press of the button may read the changes of the first press, and the second submission may then be
    // refused because of these changes.
    const first =
      refused || error instanceof AlreadyAppliedError
        ? await findAppliedSubmission(ctx.db, ctx.actor, sent)
        : null;
    if (first) return seen(ctx, first.applied as O);
    if (refused) await refuseSubmission(ctx.db, received.open, error.message);
    throw error;
  }
}

/** Before redirecting to another request's result, wait until it can be read here; another server may have written it. */
async function seen<O>(ctx: Call, applied: O): Promise<O> {
  await ctx.db.catchUp();
  return applied;
}

export const getText = (form: FormData, name: string): string => (text(form.get(name)) ?? "").slice(0, 254);

const text = (value: FormDataEntryValue | null) => (typeof value === "string" && value !== "" ? value : null);

/** Parse an id from a URL, or throw 404. */
export function parseId(value: string | undefined): number {
  if (!value || !/^[1-9]\d{0,14}$/.test(value)) throw toErrorResponse(notFound());
  return Number(value);
}
