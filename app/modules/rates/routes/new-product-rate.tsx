import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { addProductRate } from "../data/change.server";
import { readRatePageData, submitRate } from "../data/rate-page.server";
import { RateRoute } from "../ui/rate-page";

export const meta: MetaFunction = () => [{ title: "Add rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => readRatePageData(args, "product");

export const action = (args: ActionFunctionArgs) => submitRate(addProductRate, args);

export default RateRoute;
