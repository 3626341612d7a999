import { data } from "@remix-run/node";
import type { z } from "zod";
import type { RouteArgs } from "./context.server";
import type { Procedure } from "./procedure";
import { submit } from "./respond.server";

/**
 * For a small form whose page is another's: done, it goes back there; refused, it says why on a page of its own
 * with the reason's status.
 */
export async function postOnly<I extends z.ZodType, O>(
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
