import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Pages } from "./page";
import { postOnly } from "./post-only.server";
import type { Procedure } from "./procedure";
import { missing } from "./refusal";
import { asPage, idOf } from "./respond.server";

type Params = ActionFunctionArgs["params"];
/** What a post knows beside its result: the path of the page that its form is on, and the request. */
type At = { back: string; request: Request };

type Options<O> = {
  /** Fields that the address says, each with its parameter's name. */
  fixed?: Record<string, string>;
  /** Where to go when it's done; without it, to the page that the form is on. */
  to?: string | ((result: O, at: At) => string);
  /** What the refusal says when it fails for no reason that it could name. */
  sorry?: string;
  /** Parameters that are words, not ids, and what they may be. */
  words?: Record<string, (value: string | undefined) => boolean>;
};

/** A small form whose page is another's: what it carries out, and where it leads. */
export type Post = {
  /** The path of the page that the form is on. */
  back(address: string, params: Params): string;
  carryOut(args: ActionFunctionArgs, address: string): Promise<void>;
};

/** The posts of a noun: each address that its `pages.ts` names as a post, and no other. */
export type PostsOf<P extends Pages> = Record<
  { [A in keyof P]: P[A] extends { post: string } ? A : never }[keyof P],
  Post
>;

/** A post that carries out a procedure. */
export function post<I extends z.ZodType, O>(procedure: Procedure<I, O>, options: Options<O> = {}): Post {
  const { fixed = {}, to, sorry, words = {} } = options;
  const partOf = (params: Params, name: string) => {
    const known = words[name];
    if (!known) return idOf(params[name]);
    const word = params[name];
    if (word === undefined || !known(word)) throw asPage(missing());
    return word;
  };
  const back = (address: string, params: Params) =>
    address.replace(/:(\w+)/g, (_, name: string) => String(partOf(params, name)));
  return {
    back,
    carryOut(args, address) {
      const at = { back: back(address, args.params), request: args.request };
      const values = Object.entries(fixed).map(([field, name]) => [field, partOf(args.params, name)]);
      const leadTo = typeof to === "function" ? (result: O) => to(result, at) : (to ?? at.back);
      return postOnly(procedure, args, leadTo, Object.fromEntries(values), sorry);
    },
  };
}
