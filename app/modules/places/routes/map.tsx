import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buildPinFieldName, MAP_SIZE } from "~/lib/geo/view";
import { TRANSPARENT_GIF } from "~/modules/maps/rules/clear";
import { MapPanZoomButtons } from "~/modules/maps/shared/map-moves";
import { ReadOnlyMapButton } from "~/modules/maps/shared/map-to-open";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import type { PlaceDrawing } from "../data/map.server";
import { getCompanyMap } from "../data/pages.server";
import { PlaceMap } from "../ui/place-map";

export const meta: MetaFunction = () => [{ title: "Company map · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).search.slice(0, 16_000);
  return callProcedure(getCompanyMap, await createContext(args), { query });
}

export default function CompanyMap() {
  const { places, drawing, county_ids, may_add, may_delete, may_update } = useLoaderData<typeof loader>();
  return (
    <div className="stack" id="company-map">
      <PageHead
        title="Company map"
        lede="Your locations and destinations, numbered as in the list."
        actions={
          may_add ? (
            <ButtonLink href="/company/destinations/new" tone="primary">
              Add Destination
            </ButtonLink>
          ) : null
        }
      />
      <div className="card beside">
        <form method="get" className="stack" data-stays="">
          <ZoomMap drawing={drawing} />
          <div className="row">
            <MapPanZoomButtons view={drawing.view} />
            <a href="/company/map" data-stays="">
              Show all
            </a>
          </div>
        </form>
        {places.length ? (
          <ol className="rows">
            {places.map((place) => (
              <li key={place.number}>
                <span className="person">
                  <span className={place.kind === "location" ? "count" : "count other"}>{place.number}</span>{" "}
                  <span>
                    <strong>{place.name}</strong> <span className="soft small">{place.about}</span>
                  </span>
                </span>{" "}
                {place.kind === "location" && may_update ? (
                  <a href={`/company/locations/${place.id}`}>
                    Edit<span className="sr"> {place.name}</span>
                  </a>
                ) : null}
                {place.kind === "destination" && may_delete ? (
                  <a href={`/company/destinations/${place.id}/deletion`}>
                    Delete<span className="sr"> {place.name}</span>
                  </a>
                ) : null}
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState title="The map is empty">
            <ButtonLink href="/company/locations">See your locations</ButtonLink>
          </EmptyState>
        )}
      </div>
      <ReadOnlyMapButton
        layers={[...county_ids.map((id) => `/api/map/county/${id}`), layersOf(places)]}
        photo={drawing.photo}
      />
    </div>
  );
}

type Place = { kind: "location" | "destination"; name: string; latitude: number; longitude: number };

/** Return the places as a layer of the interactive map, in the colors of the drawing. */
const layersOf = (places: readonly Place[]) => ({
  type: "FeatureCollection" as const,
  features: places.map(({ kind, name, latitude, longitude }) => ({
    type: "Feature" as const,
    properties: { kind: kind === "location" ? "pin" : "destination", name, is_approximate: false },
    geometry: { type: "Point" as const, coordinates: [longitude, latitude] },
  })),
});

/** Map as an image; a click zooms in. */
function ZoomMap({ drawing }: { drawing: PlaceDrawing }) {
  return (
    <PlaceMap drawing={drawing} label="Nearby places">
      <input
        type="image"
        name={buildPinFieldName(drawing.view)}
        src={TRANSPARENT_GIF}
        width={MAP_SIZE.width}
        height={MAP_SIZE.height}
        alt="Zoom in on the map"
        formMethod="get"
        formNoValidate
      />
    </PlaceMap>
  );
}
