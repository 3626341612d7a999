import { data } from "@remix-run/node";
import type { z } from "zod";
import type { RouteArgs } from "./context.server";
import { submit } from "./form-action.server";
import type { Procedure } from "./procedure";

/**
 * Run a small form that is shown on another page. On success, redirect to that page; if refused, show the reason on a
 * separate page with its status.
 */
export async function submitSmallForm<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  args: RouteArgs,
  back: string | ((result: O) => string),
  fixed?: Record<string, string | number | undefined>,
  sorry?: string,
) {
  const to = typeof back === "string" ? () => back : back;
  const answer = await submit(procedure, args, { to, fixed, sorry });
  const messages = Object.values(answer.data.reply.error ?? {}).flatMap((m) => m ?? []);
  throw data({ message: messages.join(" ") || "This wasn't saved." }, { status: answer.init?.status ?? 422 });
}
