import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNameWithStandard } from "~/modules/trip-tickets/rules/trip-ticket";
import { ButtonLink, DetailBox, EmptyState } from "~/ui/parts";
import { createContext, getSafeNext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getDestinationsPage } from "../data/pages.server";
import { PlaceActions } from "../ui/place-acts";
import { TabSearch } from "../ui/tab-search";

export const meta: MetaFunction = () => [{ title: "Destinations · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const query = new URL(args.request.url).searchParams;
  if (query.get("action") === "add_destination") throw redirect(addPath(query.get("return_to")));
  const q = (query.get("q") ?? "").slice(0, 100);
  return { q, ...(await callProcedure(getDestinationsPage, ctx, { q })) };
}

/** Return the URL for adding a destination and then returning to the page that links to it. */
function addPath(returnTo: string | null): string {
  const back = returnTo ? getSafeNext(returnTo) : "/";
  return `/company/destinations/new${back === "/" ? "" : `?${new URLSearchParams({ return_to: back })}`}`;
}

export default function Destinations() {
  const page = useLoaderData<typeof loader>();
  const { q, total, destinations, searchable, may_create } = page;
  return (
    <DetailBox title="Destinations" full>
      <div className="row">
        {may_create ? (
          <ButtonLink href="/company/destinations/new" tone="primary">
            Add Destination
          </ButtonLink>
        ) : null}
        {total ? (
          <ButtonLink href="/company/map" dialog="#company-map">
            View map
          </ButtonLink>
        ) : null}
      </div>
      {searchable ? <TabSearch q={q} label="Search destinations" /> : null}
      {destinations.length ? (
        <ul className="rows">
          {destinations.map(
            ({
              company_destination: d,
              destination_company_location: at,
              destination_company: mill,
              products,
            }) => (
              <li key={d.id}>
                <span>
                  <strong>{d.name}</strong>{" "}
                  <span className="soft small">
                    {at
                      ? `${at.name}, ${at.company_name}`
                      : [mill?.name, `Pin at ${d.latitude}, ${d.longitude}`].filter(Boolean).join(", ")}
                  </span>{" "}
                  {d.notes ? <span className="notes">{d.notes}</span> : null}{" "}
                  {products.length ? (
                    <span className="soft small">
                      Takes {products.map((p) => formatNameWithStandard(p.own_name, p.name)).join("; ")}
                    </span>
                  ) : null}
                </span>{" "}
                <PlaceActions href={`/company/destinations/${d.id}`} name={d.name ?? ""} page={page} />
              </li>
            ),
          )}
        </ul>
      ) : total ? (
        <p>No destination name matches.</p>
      ) : (
        <EmptyState title="No company destinations found">
          <p>Where your wood goes: a mill's yard or any place on the map.</p>
          {may_create ? <ButtonLink href="/company/destinations/new">Add a destination</ButtonLink> : null}
        </EmptyState>
      )}
    </DetailBox>
  );
}
