import { parseDegrees } from "~/lib/geo/view";

/**
 * Flow that creates a destination: one's own pin, or another company's place. All choices and typed text are in the
 * URL, so that every step can be revisited, reloaded and linked.
 */
const WIZARD_MODES = ["drop_pin", "deliver_to_mill"] as const;
const PLACE_STAGES = [
  "search_mills",
  "choose_location_on_map",
  "choose_mill_location",
  "add_notes_and_products",
] as const;
type Mode = (typeof WIZARD_MODES)[number];
export type DestinationStage = (typeof PLACE_STAGES)[number];

export type DestinationFlow = {
  mode: Mode | null;
  stage: DestinationStage | null;
  /** Company that receives the wood, if it is on Timbertally. */
  company_id: number | null;
  /** Name of a company that isn't on Timbertally. */
  new_company: string;
  location_id: number | null;
  latitude: string;
  longitude: string;
  /** True if the user rejected the places suggested near the pin. */
  ignore_nearby: boolean;
  name: string;
  notes: string;
  product_ids: number[];
  return_to: string;
};

const FIRST_STAGE: Record<Mode, DestinationStage> = {
  drop_pin: "choose_location_on_map",
  deliver_to_mill: "search_mills",
};

/** Return the mill for which a pin is set: a mill chosen in the flow, without one of its places. */
export const getPinMillId = (
  flow: Pick<DestinationFlow, "mode" | "company_id" | "location_id" | "new_company">,
) =>
  flow.mode === "deliver_to_mill" && flow.location_id === null && flow.new_company === ""
    ? flow.company_id
    : null;

/** Return the previous step; "leave" exits the flow. */
export function getPreviousFlow(flow: DestinationFlow): DestinationFlow | "leave" {
  // A mill on Timbertally with a new pin counts as a selected location.
  const selected = flow.location_id !== null || getPinMillId(flow) !== null;
  const toSearch: DestinationFlow = { ...flow, stage: "search_mills" };
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

/** Return the stage to show: if an earlier value is missing, the stage that asks for it. */
export function getStage(flow: DestinationFlow): DestinationStage | null {
  if (flow.mode === null) return null;
  const first = FIRST_STAGE[flow.mode];
  switch (flow.stage) {
    case "choose_mill_location":
      return flow.company_id === null ? "search_mills" : flow.stage;
    case "add_notes_and_products":
      if (flow.location_id !== null || hasPin(flow)) return flow.stage;
      return flow.new_company || getPinMillId(flow) !== null ? "choose_location_on_map" : first;
    default:
      return flow.stage ?? first;
  }
}

export const hasPin = (flow: Pick<DestinationFlow, "latitude" | "longitude">) =>
  parseDegrees(flow.latitude, 90) !== null && parseDegrees(flow.longitude, 180) !== null;

const id = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null);
const one = <T extends string>(list: readonly T[], text: string | null): T | null =>
  list.find((item) => item === text) ?? null;

export function parseFlow(query: URLSearchParams): DestinationFlow {
  const text = (name: string, most: number) => (query.get(name) ?? "").slice(0, most);
  const products = query.getAll("product_ids").map(id);
  return {
    mode: one(WIZARD_MODES, query.get("mode")),
    // A form contains its own stage; its button names the next stage.
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

/** Convert the flow to a URL query; empty values are omitted. */
export function formatFlow(flow: DestinationFlow): URLSearchParams {
  const { product_ids, ignore_nearby, ...rest } = flow;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    if (value !== null && value !== "") query.set(name, String(value));
  if (ignore_nearby) query.set("ignore_nearby", "1");
  for (const product of product_ids) query.append("product_ids", String(product));
  return query;
}

const PATH = "/company/destinations/new";
export const buildFlowHref = (flow: DestinationFlow, changes: Partial<DestinationFlow> = {}) => {
  const query = formatFlow({ ...flow, ...changes }).toString();
  return query ? `${PATH}?${query}` : PATH;
};

/** Return the flow from a form's Back button, updated with the values typed in the form. */
export function applyTypedFlow(query: URLSearchParams): DestinationFlow {
  const merged = new URLSearchParams(query.get("back") ?? "");
  if (query.has("notes")) merged.delete("product_ids");
  for (const name of ["name", "notes", "latitude", "longitude", "new_company"])
    if (query.has(name)) merged.set(name, query.get(name) ?? "");
  if (query.has("notes")) for (const id of query.getAll("product_ids")) merged.append("product_ids", id);
  const flow = parseFlow(merged);
  return { ...flow, stage: getStage(flow) };
}
