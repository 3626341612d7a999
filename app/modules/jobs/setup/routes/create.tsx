import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getResumeStep } from "../../shared/draft-progress.server";

/** Redirect to where the user left off. */
export async function loader(args: LoaderFunctionArgs) {
  throw redirect((await callProcedure(getResumeStep, await createContext(args), {})).href);
}

/** Never shown; needed so that a refused request to this route gets an error page like every other page. */
export default function Create() {
  return null;
}
