import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { addHaulRate } from "~/features/rates/change.server";
import { RateHere } from "~/features/rates/rate-page";
import { loadRate, submitRate } from "~/features/rates/rate-page.server";

export const meta: MetaFunction = () => [{ title: "Add rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadRate(args, "haul");

export const action = (args: ActionFunctionArgs) => submitRate(addHaulRate, args);

export default RateHere;
