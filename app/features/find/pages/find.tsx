import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { find } from "~/features/find/find.server";
import { FoundList } from "~/features/find/found-list";
import { context, inHeader } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.q ? `${data.q} · ` : ""}Find · Timbertally` },
];

/** One hit is opened at once; a script that only wants suggestions says so. */
export async function loader(args: LoaderFunctionArgs) {
  const params = new URL(args.request.url).searchParams;
  const found = await call(find, await context(args), { q: (params.get("q") ?? "").trim().slice(0, 80) });
  if (found.only && !params.has("suggest")) throw redirect(inHeader(found.only));
  return found;
}

export default function Find() {
  return <FoundList found={useLoaderData<typeof loader>()} />;
}
