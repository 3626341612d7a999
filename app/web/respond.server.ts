import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { ownFields } from "~/domain/records/records";
import { app } from "./app.server";
import { asPage, retryHeader } from "./as-page.server";
import { callerOf } from "./carried-post.server";
import { SpentMeanwhile } from "./commit.server";
import { inHeader, openContext, type RouteArgs } from "./context.server";
import { readForm } from "./form.server";
import { parseForm, typedIn } from "./parse-form.server";
import { type Call, perform, run } from "./perform.server";
import type { Procedure } from "./procedure";
import { countTries, type Try } from "./rate-limit.server";
import { type FieldErrors, missing, Refusal, SORRY } from "./refusal";
import { anotherSender, isReplay, keptFor, replayed, versionIn } from "./replay";
import { overtakenMessage, type SavedBy, savedBy } from "./saved-by.server";
import { appliedMeanwhile, keptOf, receive, refuseSubmission } from "./submissions.server";
import { unavailableOf } from "./unavailable.server";
import { UNKEEPABLE_TEXT, unkeepableIn } from "./well-formed";

export { asPage } from "./as-page.server";
export { readForm } from "./form.server";

/** What a form's page shows after a post that was not carried out. */
export type FormReply = {
  reply: SubmissionResult<string[]>;
  /** The answers that a field may have, where only the sent file tells them. */
  choices?: Record<string, string[]>;
  /** Where somebody else saved first: the row as it is now. */
  conflict?: Record<string, unknown>;
  /** Who saved it, where that is known. */
  saved_by?: SavedBy | null;
  /** Where this form had been sent before with other answers: what that made. */
  alreadySent?: { href: string };
  submission_id?: string;
};

/** The hidden fields that belong to the sending, not to the input. */
const META = ["submission_id", "intent"] as const;
/** The server makes UUIDs; a device that was offline may make others, as long as they are short and plain. */
const SUBMISSION_ID = /^[\w-]{8,64}$/;

/** Reads by a procedure for a page. A refusal becomes the error page of its status. */
export async function call<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  ctx: Call,
  input: z.input<I>,
): Promise<O> {
  try {
    return await perform(procedure, ctx, input);
  } catch (error) {
    throw asPage(error);
  }
}

export type SubmitOptions<O> = {
  /** Values from the address; they override the body's. */
  fixed?: Record<string, string | number | undefined>;
  /** Where to go when it is done. */
  to: (result: O) => string;
  /** The form, where the route has read it already (uploads are streamed). */
  form?: FormData;
  /** A field that was sent empty clears what is saved, where the input knows null. */
  blankIsNull?: boolean;
  /** Fields of a form that must not be empty although the input may leave them out, each with its message. */
  needed?: Record<string, string>;
  /** Fields that are never echoed into a page, in addition to the procedure's own secrets. */
  hidden?: string[];
  /**
   * Tries to count before anything is made of the form; past the limit it is refused (429). The caller's address comes
   * first. A form that cannot be read is a try as well, of what is known without it (`null`).
   */
  limits?: (form: FormData | null) => Try[] | Promise<Try[]>;
  /** What the form says when it fails for no reason that it could name; what was typed stays. */
  sorry?: string;
  /** The same beside a field, where the specification puts it there. */
  sorryOn?: Record<string, string>;
  /** Headers to answer with when it is done. */
  headers?: (result: O) => Promise<HeadersInit>;
};

/**
 * Carries out a posted form by a procedure. Parses it by the procedure's own schema, keeps the body before
 * acting, answers 303 when done, and otherwise 422, 409, 403 or 503 with what the page needs to show the
 * form again as it was typed. A post whose session has ended is answered by the sign-in page, which carries it.
 */
export async function submit<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  options: SubmitOptions<O>,
) {
  const form = options.form ?? (await readCounted(args, options.limits));
  const open = procedure.audience === "anyone";
  const hidden = [...(procedure.secrets ?? []), ...(options.hidden ?? [])];
  const caller = await callerOf(procedure, args, form, hidden);
  const ctx = keptFor(args.request, caller, Boolean(args.context.writer));
  if (anotherSender(args.request, ctx.actor)) throw replayed({ outcome: "other" }, 403);
  const submissionId = open || procedure.secrets ? null : text(form.get("submission_id"));
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
          initialValue: typedIn(form, procedure.input, hidden),
        },
        submission_id: submissionId ?? undefined,
      },
      { status: stopped.status, headers: retryHeader(stopped) },
    );
  const parsed = parseForm(form, procedure.input);
  const unkeepable = unkeepableIn(Object.fromEntries(form));
  const known = submissionId === null || SUBMISSION_ID.test(submissionId);
  const reply = (more: { fieldErrors?: FieldErrors; formErrors?: string[] } = {}) =>
    parsed.reply({ ...more, hideFields: hidden });
  const answer = (
    reply: SubmissionResult<string[]>,
    status: number,
    more: Partial<FormReply> = {},
    headers: HeadersInit = {},
  ) => data<FormReply>({ reply, submission_id: submissionId ?? undefined, ...more }, { status, headers });
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
    const saved = isReplay(args.request) && { href: options.to(result), version: versionIn(result) };
    if (saved) throw replayed({ outcome: "saved", ...saved }, 200);
    throw redirect(inHeader(options.to(result)), { status: 303, headers: await options.headers?.(result) });
  } catch (thrown) {
    const error = unavailableOf(thrown);
    if (!(error instanceof Refusal)) {
      if (!options.sorry || !(error instanceof Error)) throw error;
      (await app()).log.error({ err: error, requestId: args.context.requestId }, "a form failed");
      return answer(reply({ formErrors: [options.sorry], fieldErrors: fieldSorries(options) }), 500);
    }
    if (error.kind === "missing") throw asPage(error);
    if (error.kind === "stale") {
      const conflict = error.facts.current;
      const saved_by = await savedBy(ctx, pathname, conflict?.version);
      return answer(reply({ formErrors: [overtakenMessage(saved_by) ?? error.message] }), 409, {
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
    return answer(shown, error.status, choices ? { choices } : {}, retryHeader(error));
  }
}

/**
 * Carries out a posted form whose answer is shown at once and never again, since it holds a secret: it is not
 * kept, not logged and not redirected to. The procedure itself sees to it that the form is good for one time.
 */
export async function show<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  fixed: Record<string, number | string> = {},
) {
  const form = await readForm(args.request);
  for (const [name, value] of Object.entries(fixed)) form.set(name, String(value));
  const ctx = await callerOf(procedure, args, form);
  const parsed = parseForm(form, procedure.input);
  type Shown = { reply: SubmissionResult<string[]> | null; shown: O | null };
  const answer = (status: number, more: Partial<Shown>) =>
    data<Shown>({ reply: null, shown: null, ...more }, { status });
  const unkeepable = unkeepableIn(Object.fromEntries(form));
  if (unkeepable.length)
    return answer(422, { reply: parsed.reply({ fieldErrors: unkeepableFields(unkeepable) }) });
  if (parsed.status !== "success") return answer(422, { reply: parsed.reply() });
  try {
    return answer(201, { shown: await run(procedure, ctx, parsed.value) });
  } catch (thrown) {
    const error = unavailableOf(thrown);
    if (!(error instanceof Refusal)) throw error;
    return answer(error.status, { reply: parsed.reply(replyOptions(error)) });
  }
}

/** Like `readForm`, but an unreadable body counts as one of the sender's tries before it's reported. */
export async function readCounted(
  args: RouteArgs,
  limits: SubmitOptions<unknown>["limits"],
): Promise<FormData> {
  try {
    return await readForm(args.request);
  } catch (unreadable) {
    const stopped = limits && (await pastLimit(await openContext(args), await limits(null)));
    throw stopped ? asPage(stopped) : unreadable;
  }
}

/** Counts tries; gives the refusal where they are past their limit. */
async function pastLimit(ctx: Call, tries: Try[]): Promise<Refusal | null> {
  try {
    await countTries(ctx.db, ctx.now, tries);
    return null;
  } catch (thrown) {
    const error = unavailableOf(thrown);
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const fieldSorries = ({ sorryOn = {} }: { sorryOn?: Record<string, string> }): FieldErrors =>
  Object.fromEntries(Object.entries(sorryOn).map(([name, message]) => [name, [message]]));

const unkeepableFields = (names: string[]): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, [UNKEEPABLE_TEXT]]));

/** The input with null for every field that was sent empty and may be null. */
function withNulls<I extends z.ZodType>(
  procedure: Procedure<I>,
  form: FormData,
  value: z.output<I>,
): z.output<I> {
  let input = value;
  for (const [name, sent] of form) {
    const fields = ownFields(input);
    if (sent !== "" || fields[name] !== undefined) continue;
    const cleared = procedure.input.safeParse({ ...fields, [name]: null });
    if (cleared.success) input = cleared.data;
  }
  return input;
}

function replyOptions(refusal: Refusal): { fieldErrors?: FieldErrors; formErrors?: string[] } {
  const { "": form, ...fieldErrors } = refusal.facts.fields ?? {};
  return refusal.kind === "invalid" && refusal.facts.fields
    ? { fieldErrors, formErrors: form ?? [] }
    : { formErrors: [refusal.message || SORRY] };
}

/** Runs a write so that the same submission is carried out once, however often and from wherever it arrives. */
export async function runOnce<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  ctx: Call,
  input: z.output<I>,
  submissionId: string | null,
  route: string,
): Promise<O> {
  // A password isn't stored anywhere, not even its hash, so a repeat of a form with one can't be recognized.
  if (!submissionId || procedure.secrets) return run(procedure, ctx, input);
  const sent = { id: submissionId, route, fields: keptOf(input, procedure.byHash) };
  const received = await receive(ctx.db, ctx.actor, ctx.now, sent);
  if ("applied" in received) return seen(ctx, received.applied as O);
  try {
    return await run(procedure, { ...ctx, submission: received.open }, input);
  } catch (error) {
    const refused = error instanceof Refusal && error.kind !== "unavailable";
    // A second, impatient press may read what the first has just changed, and be refused for that.
    const first =
      refused || error instanceof SpentMeanwhile ? await appliedMeanwhile(ctx.db, ctx.actor, sent) : null;
    if (first) return seen(ctx, first.applied as O);
    if (refused) await refuseSubmission(ctx.db, received.open, error.message);
    throw error;
  }
}

/** What another request made, perhaps on another server, is there to be read before its maker is sent to look. */
async function seen<O>(ctx: Call, applied: O): Promise<O> {
  await ctx.db.catchUp();
  return applied;
}

/** A form's answer as typed text, at most as long as an email or a phone number; empty if missing. */
export const textIn = (form: FormData, name: string): string => (text(form.get(name)) ?? "").slice(0, 254);

const text = (value: FormDataEntryValue | null) => (typeof value === "string" && value !== "" ? value : null);

/** A number that an address gives, or 404. */
export function idOf(value: string | undefined): number {
  if (!value || !/^[1-9]\d{0,14}$/.test(value)) throw asPage(missing());
  return Number(value);
}
