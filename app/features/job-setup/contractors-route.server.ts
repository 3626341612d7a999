import { byIntent } from "~/web/by-intent.server";
import { context, type RouteArgs } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { addJobContractor, getContractors, inviteJobContractor, removeJobContractor } from "./parties.server";

/** The contractors' page, which has two addresses. */
export async function loadContractors(args: RouteArgs) {
  const query = new URL(args.request.url).searchParams;
  return call(getContractors, await context(args), {
    section: query.get("section")?.slice(0, 40) ?? null,
    q: (query.get("q") ?? "").slice(0, 500),
    any: query.get("any") === "1",
  });
}

/** What its forms do; one comes back to the address that one came from. */
export function changeContractors(args: RouteArgs, path: string) {
  const to = ({ role }: { role: string }) => `${path}?section=${role}`;
  return byIntent(args, {
    add: (form) => submit(addJobContractor, args, { form, to }),
    invite: (form) => submit(inviteJobContractor, args, { form, to }),
    remove: (form) => submit(removeJobContractor, args, { form, to }),
  });
}
