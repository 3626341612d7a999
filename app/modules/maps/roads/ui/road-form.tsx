import "~/styles/maps.css";
import type { Option } from "~/ui/field";
import { SimpleForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { EDITOR_ACTIONS, MIN_DRAW_ZOOM } from "../../rules/editor-acts";
import { MapButton } from "../../shared/map-moves";
import { InteractiveMapButton } from "../../shared/open-map";
import { PickMap, POINT_LABELS } from "../../shared/pick-map";
import type { RoadMap } from "../data/road-map.server";

/** Form for a road: its type, name and route. The user enters the route by clicking on the job's map, drawing or typing. */
export function RoadForm(props: {
  form: { version: number | null; types: Option[]; values: Record<string, string> };
  job: number;
  road?: number;
  map: RoadMap;
  result?: FormReply;
  submissionId: string;
}) {
  const { form, job, road, map, result, submissionId } = props;
  const back = { href: paths.job(job, "roads"), label: "Back to roads" };
  return (
    <SimpleForm
      fields={[
        {
          name: "road_type_id",
          label: "Type",
          kind: "select",
          options: form.types,
          empty: "Choose a type",
          required: true,
        },
        { name: "name", label: "Name", maxLength: 80 },
        { name: "notes", label: "Notes", kind: "area", maxLength: 1000 },
        {
          name: "points",
          label: "Route",
          kind: "area",
          hint: "One place per line, like 44.8361, -84.8203",
          above: <Way map={map} />,
        },
      ]}
      values={form.values}
      version={form.version}
      result={result}
      submissionId={submissionId}
      button={road === undefined ? "Add road" : "Save"}
      back={back}
      here={road === undefined ? back.href : paths.job(job, `roads/${road}`)}
      what="the road"
    />
  );
}

function Way({ map }: { map: RoadMap }) {
  const { drawing, layer, size } = map;
  return (
    <fieldset className="locating">
      <legend>On the map</legend>
      <p className="hint">
        {drawing.view.zoom < MIN_DRAW_ZOOM
          ? "Click the map to zoom in. Then each click adds a point to the road."
          : "Each click adds a point at the road's end."}
      </p>
      <InteractiveMapButton
        label="Draw on map"
        layers={[layer]}
        photo={drawing.photo}
        draws={{ kind: "line", field: "points" }}
      />
      <PickMap drawing={drawing} label="The job's land and its roads" words={POINT_LABELS} />
      <div className="row">
        <MapButton name="act" value="undo">
          {EDITOR_ACTIONS.undo}
        </MapButton>
        <MapButton name="act" value="delete">
          Delete line
        </MapButton>
        {size ? <span className="soft">{size}</span> : null}
      </div>
    </fieldset>
  );
}
