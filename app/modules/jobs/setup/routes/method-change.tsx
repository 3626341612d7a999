import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LOCATION_METHODS } from "~/lib/geo/location";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { chooseLocationMethod, getLocationMethodChange } from "../data/location.server";
import { createStepRedirect } from "../rules/return-to-review";
import { ConfirmPage } from "../ui/setup-pages";
import { useStepHrefs } from "../ui/step-hrefs";

export const meta: MetaFunction = () => [{ title: "Change the location method · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const to = (new URL(args.request.url).searchParams.get("to") ?? "").slice(0, 20);
  const page = await callProcedure(getLocationMethodChange, await createContext(args), { to });
  if (!page.to) redirectOnGet(args, createStepRedirect(args)("/jobs/create/map?choose=1"));
  return page;
}

export const action = (args: ActionFunctionArgs) =>
  submit(chooseLocationMethod, args, {
    fixed: { lose: "on" },
    to: ({ skip }) => createStepRedirect(args)(skip ? "/jobs/create/companies" : "/jobs/create/map"),
  });

export default function MethodChange() {
  const { to, shapes, version } = useLoaderData<typeof loader>();
  const { hrefOf } = useStepHrefs();
  useActionData<typeof action>();
  const label = LOCATION_METHODS.find((m) => m.value === to)?.label ?? "";
  const what = shapes ? "The shapes" : "The coordinates";
  return (
    <ConfirmPage
      title={`Change to ${label}?`}
      lede={`${what} on the map now are cleared. This can't be undone.`}
      button={`Clear and change to ${label}`}
      values={{ location_method: to ?? "", version }}
      keep={{ href: hrefOf("/jobs/create/map"), label: "Keep them" }}
    />
  );
}
