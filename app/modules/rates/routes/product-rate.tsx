import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { createBreadcrumbHandle } from "~/ui/naming";
import { updateProductRate } from "../data/change.server";
import { readRatePageData, submitRate } from "../data/rate-page.server";
import { RateRoute } from "../ui/rate-page";

export const meta: MetaFunction = () => [{ title: "Edit rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => readRatePageData(args, "product");

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/product-rates/:rateId": ({ form }) =>
    form.products.find((p) => p.value === form.values.product)?.label ?? "Rate",
});

export const action = (args: ActionFunctionArgs) => submitRate(updateProductRate, args);

export default RateRoute;
