import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { updateProductRate } from "~/features/rates/change.server";
import { RateHere } from "~/features/rates/rate-page";
import { loadRate, submitRate } from "~/features/rates/rate-page.server";
import { breadcrumbHandle } from "~/ui/naming";

export const meta: MetaFunction = () => [{ title: "Edit rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadRate(args, "product");

export const handle = breadcrumbHandle<typeof loader>({
  "/jobs/:jobId/product-rates/:rateId": ({ form }) =>
    form.products.find((p) => p.value === form.values.product)?.label ?? "Rate",
});

export const action = (args: ActionFunctionArgs) => submitRate(updateProductRate, args);

export default RateHere;
