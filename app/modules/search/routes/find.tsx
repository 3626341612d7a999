import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createContext, encodeForHeader } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { find } from "../data/find.server";
import { SearchResults } from "../ui/found-list";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.q ? `${data.q} · ` : ""}Find · Timbertally` },
];

/** Redirect to a single result; a script that requests suggestions sends a parameter to prevent the redirect. */
export async function loader(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams;
  const result = await callProcedure(find, await createContext(args), {
    q: (params.get("q") ?? "").trim().slice(0, 80),
  });
  if (result.only && !params.has("suggest")) throw redirect(encodeForHeader(result.only));
  return result;
}

export default function Find() {
  return <SearchResults found={useLoaderData<typeof loader>()} />;
}
