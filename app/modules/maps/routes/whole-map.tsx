import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { readCachedMap } from "../data/kept-map.server";
import { WholeMapView } from "../ui/whole-map";

export const meta: MetaFunction = () => [{ title: "Map · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).search.slice(0, 2000);
  return { map: await readCachedMap(await createContext(args), query) };
}

export default function WholeMapPage() {
  const { map } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PageHead title="Map" lede="Your jobs, landings, destinations and yards, and the loads between them." />
      <WholeMapView map={map} />
    </div>
  );
}
