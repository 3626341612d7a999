import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { addProductRate } from "~/features/rates/change.server";
import { RateHere } from "~/features/rates/rate-page";
import { loadRate, submitRate } from "~/features/rates/rate-page.server";

export const meta: MetaFunction = () => [{ title: "Add rate · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadRate(args, "product");

export const action = (args: ActionFunctionArgs) => submitRate(addProductRate, args);

export default RateHere;
