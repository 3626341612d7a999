import { dispatchIntent } from "~/web/by-intent.server";
import { createContext, type RouteArgs } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { stepOnward } from "../rules/return-to-review";
import type { ContractorRole } from "../rules/words";
import { chooseContractors, getContractorChoice } from "./choice.server";
import { addJobContractor, getContractors, inviteJobContractor, removeJobContractor } from "./parties.server";

/** The contractors' page, which has two addresses: all roles to check, or with a section only the one role. */
export async function loadContractors(args: RouteArgs) {
  const query = new URL(args.request.url).searchParams;
  const section = query.get("section")?.slice(0, 40);
  const ctx = await createContext(args);
  if (section === undefined)
    return {
      choice: await callProcedure(getContractorChoice, ctx, {}),
      missing: query.get("missing") === "1",
    };
  const contractors = await callProcedure(getContractors, ctx, {
    section,
    q: (query.get("q") ?? "").slice(0, 500),
    any: query.get("any") === "1",
  });
  return { one: contractors };
}

/** Handle its forms; each returns to the address that it came from. */
export function changeContractors(args: RouteArgs, path: string) {
  const onward = stepOnward(args);
  const to = ({ role }: { role: string }) => onward(`${path}?section=${role}`);
  const chosen = ({ complete }: { complete: boolean }) =>
    onward(complete ? "/jobs/create/sort-sheet" : `${path}?missing=1`);
  const more = (role: ContractorRole) => (form: FormData) =>
    submit(chooseContractors, args, { form, to: () => onward(`${path}?section=${role}`) });
  return dispatchIntent(args, {
    choose: (form) => submit(chooseContractors, args, { form, to: chosen }),
    "more-land_manager": more("land_manager"),
    "more-cutter": more("cutter"),
    "more-skidder": more("skidder"),
    "more-hauler": more("hauler"),
    add: (form) => submit(addJobContractor, args, { form, to }),
    invite: (form) => submit(inviteJobContractor, args, { form, to }),
    remove: (form) => submit(removeJobContractor, args, { form, to }),
  });
}
