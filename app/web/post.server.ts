import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { parseId, toErrorResponse } from "./form-action.server";
import type { Pages } from "./page";
import { postOnly } from "./post-only.server";
import type { Procedure } from "./procedure";
import { notFound } from "./refusal";

type Params = ActionFunctionArgs["params"];
/** Data of a post in addition to its result: the path of the page with its form, and the request. */
type At = { back: string; request: Request };

type Options<O> = {
  /** Fields set from the address, each with its parameter's name. */
  fixed?: Record<string, string>;
  /** Redirect target on success; by default, the page with the form. */
  to?: string | ((result: O, at: At) => string);
  /** Refusal message if it fails for no specific reason. */
  sorry?: string;
  /** Parameters that are words, not ids, and their allowed values. */
  words?: Record<string, (value: string | undefined) => boolean>;
};

/** A small form that belongs to another page: its action, and its redirect. */
export type Post = {
  /** Return the path of the page with the form. */
  back(address: string, params: Params): string;
  carryOut(args: ActionFunctionArgs, address: string): Promise<void>;
};

/** Posts of a feature: each address that its `pages.ts` lists as a post, and no other. */
export type PostsByAddress<P extends Pages> = Record<
  { [A in keyof P]: P[A] extends { post: string } ? A : never }[keyof P],
  Post
>;

/** Return a post that runs a procedure. */
export function post<I extends z.ZodType, O>(procedure: Procedure<I, O>, options: Options<O> = {}): Post {
  const { fixed = {}, to, sorry, words = {} } = options;
  const partOf = (params: Params, name: string) => {
    const known = words[name];
    if (!known) return parseId(params[name]);
    const word = params[name];
    if (word === undefined || !known(word)) throw toErrorResponse(notFound());
    return word;
  };
  const back = (address: string, params: Params) =>
    address.replace(/:(\w+)/g, (_, name: string) => String(partOf(params, name)));
  return {
    back,
    carryOut(args, address) {
      const target = { back: back(address, args.params), request: args.request };
      const values = Object.entries(fixed).map(([field, name]) => [field, partOf(args.params, name)]);
      const leadTo = typeof to === "function" ? (result: O) => to(result, target) : (to ?? target.back);
      return postOnly(procedure, args, leadTo, Object.fromEntries(values), sorry);
    },
  };
}
