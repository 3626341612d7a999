import { dispatchIntent } from "~/web/by-intent.server";
import { createContext, type RouteArgs } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createStepRedirect } from "../rules/return-to-review";
import type { ContractorRole } from "../rules/words";
import { chooseContractors, getContractorChoice } from "./choice.server";
import { addJobContractor, getContractors, inviteJobContractor, removeJobContractor } from "./parties.server";

/**
 * Load the contractors page, which is used by two routes. Without `section` it shows all roles to check, and with
 * `section` only that role.
 */
export async function loadContractorsPage(args: RouteArgs) {
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

/** Handle the page's forms; each form redirects to the URL it was sent from. */
export function handleContractorsForm(args: RouteArgs, path: string) {
  const onward = createStepRedirect(args);
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
