import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { parseId, toErrorResponse } from "./form-action.server";
import type { Pages } from "./page";
import { submitSmallForm } from "./post-only.server";
import type { Procedure } from "./procedure";
import { notFound } from "./refusal";

type Params = ActionFunctionArgs["params"];
/** Data of a post other than its result: the path of the page with its form, and the request. */
type At = { back: string; request: Request };

type Options<O> = {
  /** Form fields set from the address: the field's name, and the parameter's name. */
  fixed?: Record<string, string>;
  /** Redirect target on success; by default, the page with the form. */
  to?: string | ((result: O, at: At) => string);
  /** Message if the post fails without a specific reason. */
  sorry?: string;
  /** Parameters that are texts instead of ids, each with a function that checks whether a value is allowed. */
  words?: Record<string, (value: string | undefined) => boolean>;
};

/** A small form that another page shows: its action and its redirect. */
export type Post = {
  /** Return the path of the page with the form. */
  back(address: string, params: Params): string;
  carryOut(args: ActionFunctionArgs, address: string): Promise<void>;
};

/** A feature's posts: exactly the addresses that its `pages.ts` lists as posts. */
export type PostsByAddress<P extends Pages> = Record<
  { [A in keyof P]: P[A] extends { post: string } ? A : never }[keyof P],
  Post
>;

/** Define a post that runs a procedure. */
export function definePost<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  options: Options<O> = {},
): Post {
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
      return submitSmallForm(procedure, args, leadTo, Object.fromEntries(values), sorry);
    },
  };
}
