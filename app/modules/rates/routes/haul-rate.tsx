import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { createBreadcrumbHandle } from "~/ui/naming";
import { updateHaulRate } from "../data/change.server";
import { readRatePageData, submitRate } from "../data/rate-page.server";
import { RateRoute } from "../ui/rate-page";

export const meta: MetaFunction = () => [{ title: "Edit rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => readRatePageData(args, "haul");

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/haul-rates/:rateId": ({ form }) =>
    form.destinations.find((d) => String(d.value) === form.values.job_destination_id)?.label ?? "Rate",
});

export const action = (args: ActionFunctionArgs) => submitRate(updateHaulRate, args);

export default RateRoute;
