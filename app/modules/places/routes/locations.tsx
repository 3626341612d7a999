import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink, DetailBox, EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getLocationsPage } from "../data/pages.server";
import { PlaceActions } from "../ui/place-acts";
import { TabSearch } from "../ui/tab-search";

export const meta: MetaFunction = () => [{ title: "Locations · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  return { q, ...(await callProcedure(getLocationsPage, await createContext(args), { q })) };
}

export default function Locations() {
  const page = useLoaderData<typeof loader>();
  const { q, types, total, locations, searchable, may_create, may_update } = page;
  return (
    <div className="boxes">
      <DetailBox title="Locations" full>
        <div className="row">
          {may_create ? (
            <ButtonLink href="/company/locations/new" tone="primary">
              Add Location
            </ButtonLink>
          ) : null}
          {total ? (
            <ButtonLink href="/company/map" dialog="#company-map">
              View Locations
            </ButtonLink>
          ) : null}
        </div>
        {searchable ? <TabSearch q={q} label="Search locations" /> : null}
        {locations.length ? (
          <ul className="rows">
            {locations.map(({ company_location: l, company_location_type: t, state }) => (
              <li key={l.id}>
                <span>
                  <strong>{l.name}</strong> <span className="tag">{t.name}</span>{" "}
                  <span className="soft small">
                    {[l.address, l.city, [state, l.zip].filter(Boolean).join(" ")]
                      .filter(Boolean)
                      .join(", ") || `${l.latitude}, ${l.longitude}`}
                  </span>
                </span>{" "}
                <PlaceActions href={`/company/locations/${l.id}`} name={l.name} page={page} />
              </li>
            ))}
          </ul>
        ) : total ? (
          <EmptyState
            title="No location name matches"
            next={{ href: "/company/locations", label: "Show all locations" }}
          />
        ) : (
          <EmptyState
            title="No locations have been created"
            next={
              may_create
                ? types.length
                  ? { href: "/company/locations/new", label: "Add your first location" }
                  : { href: "/company/location-types/new", label: "Add your first type" }
                : null
            }
          >
            <p>Put your yards, landings and scales on the map so others can find them.</p>
          </EmptyState>
        )}
      </DetailBox>
      <DetailBox title="Location types" full>
        {may_create ? (
          <div className="row">
            <ButtonLink href="/company/location-types/new">Add Location Type</ButtonLink>
          </div>
        ) : null}
        {types.length ? (
          <ul className="rows">
            {types.map((t) => (
              <li key={t.id}>
                <span>
                  <strong>{t.name}</strong> <span className="soft small">{t.location_type.name}</span>
                </span>{" "}
                {may_update ? (
                  <a href={`/company/location-types/${t.id}`}>
                    Edit<span className="sr"> {t.name}</span>
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            title="No location types have been created"
            next={may_create ? { href: "/company/location-types/new", label: "Add your first type" } : null}
          >
            <p>A location needs a type, like Mill or Landing. Add one first.</p>
          </EmptyState>
        )}
      </DetailBox>
    </div>
  );
}
