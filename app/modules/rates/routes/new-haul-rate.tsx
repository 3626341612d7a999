import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { addHaulRate } from "../data/change.server";
import { readRatePageData, submitRate } from "../data/rate-page.server";
import { RateRoute } from "../ui/rate-page";

export const meta: MetaFunction = () => [{ title: "Add rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => readRatePageData(args, "haul");

export const action = (args: ActionFunctionArgs) => submitRate(addHaulRate, args);

export default RateRoute;
