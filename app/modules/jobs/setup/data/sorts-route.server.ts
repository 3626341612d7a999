import { dispatchIntent } from "~/web/by-intent.server";
import { createContext, type RouteArgs } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createStepRedirect } from "../rules/return-to-review";
import { getSortSheet } from "./sorts.server";
import {
  addDraftDestination,
  addDraftProduct,
  chooseDestinations,
  chooseProducts,
  removeDraftDestination,
  removeJobProduct,
  saveJobMix,
} from "./sorts-change.server";

/** Load the sort sheet page, which is used by two routes. */
export async function loadSortSheet(args: RouteArgs) {
  const query = new URL(args.request.url).searchParams;
  const page = await callProcedure(getSortSheet, await createContext(args), {
    section: query.get("section")?.slice(0, 40) ?? null,
    q: (query.get("q") ?? "").slice(0, 500),
  });
  return { page, none: query.get("none") === "1", submission_id: createSubmissionId() };
}

/** Handle the page's forms; each form redirects to the URL it was sent from. */
export function handleSortSheetForm(args: RouteArgs, path: string) {
  const onward = createStepRedirect(args);
  const products = () => onward(path);
  const section = (name: string) => onward(`${path}?section=${name}`);
  const destinations = () => section("destinations");
  /**
   * Next requires an entry, and on the product mix form an accepted product. Otherwise the page is shown again with a
   * message.
   */
  const lacking = (name: string) => onward(`${path}?section=${name}&none=1`);
  const mixed = ({ some }: { some: boolean }) =>
    some ? onward("/jobs/create/rates") : lacking("product_mix");
  const choosing = (to: (chosen: { some: boolean }) => string) => (form: FormData) =>
    submit(chooseProducts, args, { form, to });
  return dispatchIntent(args, {
    "choose-products": choosing(({ some }) => (some ? destinations() : lacking("products"))),
    "another-product": (form) => submit(chooseProducts, args, { form, fixed: { adds: "on" }, to: products }),
    "choose-destinations": (form) =>
      submit(chooseDestinations, args, {
        form,
        to: ({ some }) => (some ? section("product_mix") : lacking("destinations")),
      }),
    "find-destinations": (form) =>
      submit(chooseDestinations, args, {
        form,
        to: ({ q }) => onward(`${path}?section=destinations&q=${encodeURIComponent(q)}`),
      }),
    "add-product": (form) => submit(addDraftProduct, args, { form, to: products }),
    "remove-product": (form) => submit(removeJobProduct, args, { form, to: products }),
    "add-destination": (form) => submit(addDraftDestination, args, { form, to: destinations }),
    "remove-destination": (form) => submit(removeDraftDestination, args, { form, to: destinations }),
    "save-mix": (form) => submit(saveJobMix, args, { form, to: mixed }),
  });
}
