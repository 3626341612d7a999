import { parseDegrees } from "~/domain/geo/view";

/**
 * The way to a new destination (spec 2, section 4): a pin of one's own, or another company's place. Everything chosen
 * and typed so far is in the address, so that every step can be revisited, reloaded and linked.
 */
const MODES = ["drop_pin", "deliver_to_mill"] as const;
const PLACE_STAGES = [
  "search_mills",
  "choose_location_on_map",
  "choose_mill_location",
  "add_notes_and_products",
] as const;
type Mode = (typeof MODES)[number];
export type PlaceStage = (typeof PLACE_STAGES)[number];

export type Flow = {
  mode: Mode | null;
  stage: PlaceStage | null;
  /** The company that receives the wood, where it is known here. */
  company_id: number | null;
  /** The name of one that is not. */
  new_company: string;
  location_id: number | null;
  latitude: string;
  longitude: string;
  /** The places that were suggested near the pin were not the one. */
  ignore_nearby: boolean;
  name: string;
  notes: string;
  product_ids: number[];
  return_to: string;
};

const FIRST_STAGE: Record<Mode, PlaceStage> = {
  drop_pin: "choose_location_on_map",
  deliver_to_mill: "search_mills",
};

/** The mill here that a pin is set for: chosen in the flow to a mill, without one of the places it has on the map. */
export const millOfPin = (flow: Pick<Flow, "mode" | "company_id" | "location_id" | "new_company">) =>
  flow.mode === "deliver_to_mill" && flow.location_id === null && flow.new_company === ""
    ? flow.company_id
    : null;

/** Where Back leads; "leave" is out of the flow. The rules are the specification's, stage by stage. */
export function previousFlow(flow: Flow): Flow | "leave" {
  // A mill that is here and gets a place of its own on the map is as good as a location that was selected.
  const selected = flow.location_id !== null || millOfPin(flow) !== null;
  const toSearch: Flow = { ...flow, stage: "search_mills" };
  switch (flow.stage) {
    case "choose_location_on_map":
      return selected ? toSearch : "leave";
    case "choose_mill_location":
      return { ...toSearch, location_id: null };
    case "add_notes_and_products":
      return selected || flow.new_company !== "" ? toSearch : "leave";
    default:
      return "leave";
  }
}

/** The stage that can be shown: one whose answers from before are missing leads back to where they are given. */
export function stageOf(flow: Flow): PlaceStage | null {
  if (flow.mode === null) return null;
  const first = FIRST_STAGE[flow.mode];
  switch (flow.stage) {
    case "choose_mill_location":
      return flow.company_id === null ? "search_mills" : flow.stage;
    case "add_notes_and_products":
      if (flow.location_id !== null || hasPin(flow)) return flow.stage;
      return flow.new_company || millOfPin(flow) !== null ? "choose_location_on_map" : first;
    default:
      return flow.stage ?? first;
  }
}

export const hasPin = (flow: Pick<Flow, "latitude" | "longitude">) =>
  parseDegrees(flow.latitude, 90) !== null && parseDegrees(flow.longitude, 180) !== null;

const id = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null);
const one = <T extends string>(list: readonly T[], text: string | null): T | null =>
  list.find((item) => item === text) ?? null;

export function flowOf(query: URLSearchParams): Flow {
  const text = (name: string, most: number) => (query.get(name) ?? "").slice(0, most);
  const products = query.getAll("product_ids").map(id);
  return {
    mode: one(MODES, query.get("mode")),
    // A form keeps the stage that it is; its button names the one that it leads to.
    stage: one(PLACE_STAGES, query.get("to") ?? query.get("stage")),
    company_id: id(query.get("company_id")),
    new_company: text("new_company", 120).trim(),
    location_id: id(query.get("location_id")),
    latitude: text("latitude", 24),
    longitude: text("longitude", 24),
    ignore_nearby: query.get("ignore_nearby") === "1",
    name: text("name", 200),
    notes: text("notes", 2000),
    product_ids: [...new Set(products.filter((n) => n !== null))].slice(0, 100),
    return_to: text("return_to", 500),
  };
}

/** The flow as an address's query; what is empty is left out. */
export function queryOf(flow: Flow): URLSearchParams {
  const { product_ids, ignore_nearby, ...rest } = flow;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    if (value !== null && value !== "") query.set(name, String(value));
  if (ignore_nearby) query.set("ignore_nearby", "1");
  for (const product of product_ids) query.append("product_ids", String(product));
  return query;
}

const PATH = "/company/destinations/new";
export const flowHref = (flow: Flow, changes: Partial<Flow> = {}) => {
  const query = queryOf({ ...flow, ...changes }).toString();
  return query ? `${PATH}?${query}` : PATH;
};

/** The flow that a form's Back button carries, with the current values of the form's own fields. */
export function flowWithTyped(query: URLSearchParams): Flow {
  const merged = new URLSearchParams(query.get("back") ?? "");
  if (query.has("notes")) merged.delete("product_ids");
  for (const name of ["name", "notes", "latitude", "longitude", "new_company"])
    if (query.has(name)) merged.set(name, query.get(name) ?? "");
  if (query.has("notes")) for (const id of query.getAll("product_ids")) merged.append("product_ids", id);
  const flow = flowOf(merged);
  return { ...flow, stage: stageOf(flow) };
}
