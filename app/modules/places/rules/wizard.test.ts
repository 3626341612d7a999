import { describe, expect, it, test } from "vitest";
import {
  applyTypedFlow,
  buildFlowHref,
  type DestinationFlow,
  type DestinationStage,
  formatFlow,
  getPreviousFlow,
  getStage,
  parseFlow,
} from "./wizard";

const empty = parseFlow(new URLSearchParams());
const flow = (values: Partial<DestinationFlow>): DestinationFlow => ({
  ...empty,
  mode: "deliver_to_mill",
  ...values,
});

describe("the Back button", () => {
  const location = { location_id: 7 };
  const fresh = { new_company: "Elk Rapids Veneer" };
  const pin = { latitude: "44.6", longitude: "-84.7" };
  test.each<[DestinationStage, string, Partial<DestinationFlow>, DestinationStage | "leave", number | null]>([
    ["search_mills", "nothing", {}, "leave", null],
    ["search_mills", "a location", location, "leave", 7],
    ["choose_location_on_map", "nothing", {}, "leave", null],
    ["choose_location_on_map", "a pin", pin, "leave", null],
    ["choose_location_on_map", "a new company", fresh, "leave", null],
    ["choose_location_on_map", "a location", location, "search_mills", 7],
    ["choose_mill_location", "nothing", {}, "search_mills", null],
    ["choose_mill_location", "a location, which it clears", location, "search_mills", null],
    ["add_notes_and_products", "a pin", pin, "leave", null],
    ["add_notes_and_products", "a location", location, "search_mills", 7],
    ["add_notes_and_products", "a new company", { ...fresh, ...pin }, "search_mills", null],
    ["add_notes_and_products", "both", { ...fresh, ...location }, "search_mills", 7],
  ])("from %s with %s", (stage, _with, values, to, location_id) => {
    for (const mode of ["drop_pin", "deliver_to_mill"] as const) {
      const answer = getPreviousFlow(flow({ mode, stage, ...values }));
      if (answer === "leave") expect(answer).toBe(to);
      else expect([answer.stage, answer.location_id]).toEqual([to, location_id]);
    }
  });

  it.each(["choose_location_on_map", "add_notes_and_products"] as const)(
    "Back from %s with a pin for a mill on Timbertally returns to the mills and keeps the chosen mill",
    (stage) => {
      expect(getPreviousFlow(flow({ stage, company_id: 5, ...pin }))).toMatchObject({
        stage: "search_mills",
        company_id: 5,
      });
      expect(getPreviousFlow(flow({ mode: "drop_pin", stage, company_id: 5, ...pin }))).toBe("leave");
    },
  );

  it("the Back button keeps everything typed", () => {
    const typed = { name: "Veneer yard", notes: "Ask for Lou", product_ids: [3, 9], return_to: "/jobs" };
    const answer = getPreviousFlow(flow({ stage: "choose_mill_location", company_id: 5, ...typed }));
    expect(answer).toMatchObject({ ...typed, company_id: 5 });
  });
});

test.each<[Partial<DestinationFlow>, DestinationStage | null]>([
  [{ mode: null }, null],
  [{ mode: null, stage: "search_mills" }, null],
  [{}, "search_mills"],
  [{ mode: "drop_pin" }, "choose_location_on_map"],
  [{ stage: "choose_mill_location" }, "search_mills"],
  [{ stage: "choose_mill_location", company_id: 5 }, "choose_mill_location"],
  [{ stage: "add_notes_and_products" }, "search_mills"],
  [{ stage: "add_notes_and_products", new_company: "Elk Rapids Veneer" }, "choose_location_on_map"],
  [{ stage: "add_notes_and_products", company_id: 5 }, "choose_location_on_map"],
  [{ mode: "drop_pin", stage: "add_notes_and_products" }, "choose_location_on_map"],
  [
    { mode: "drop_pin", stage: "add_notes_and_products", latitude: "91", longitude: "0" },
    "choose_location_on_map",
  ],
  [{ stage: "add_notes_and_products", latitude: "44", longitude: "-84" }, "add_notes_and_products"],
  [{ stage: "add_notes_and_products", location_id: 7 }, "add_notes_and_products"],
])("with %j the stage is %s", (values, stage) => expect(getStage(flow(values))).toBe(stage));

describe("the URL", () => {
  it("the URL contains the whole flow", () => {
    const whole: DestinationFlow = {
      mode: "drop_pin",
      stage: "add_notes_and_products",
      company_id: 5,
      new_company: "Elk & Sons",
      location_id: 7,
      latitude: "44.6",
      longitude: "-84.7",
      ignore_nearby: true,
      name: "Yard, north gate",
      notes: "Two lines\nof notes",
      product_ids: [2, 4],
      return_to: "/jobs/1?tab=sorts",
    };
    expect(parseFlow(formatFlow(whole))).toEqual(whole);
    expect(parseFlow(new URLSearchParams(buildFlowHref(whole, { company_id: null }).split("?")[1]))).toEqual({
      ...whole,
      company_id: null,
    });
    expect(buildFlowHref(empty)).toBe("/company/destinations/new");
  });

  it("the URL after Back includes typed values and unticked products", () => {
    const stored = flow({
      stage: "add_notes_and_products",
      location_id: 7,
      name: "Yard",
      product_ids: [1, 2],
    });
    const query = new URLSearchParams({ back: formatFlow(stored).toString(), name: "Gate", notes: "Ring" });
    query.append("product_ids", "2");
    expect(applyTypedFlow(query)).toEqual({ ...stored, name: "Gate", notes: "Ring", product_ids: [2] });
    query.delete("product_ids");
    expect(applyTypedFlow(query).product_ids).toEqual([]);
    expect(applyTypedFlow(new URLSearchParams({ back: formatFlow(stored).toString() }))).toEqual(stored);
  });

  it("the URL contains the stage of the pressed button instead of the form's own stage", () => {
    const query = new URLSearchParams("stage=choose_location_on_map&to=add_notes_and_products");
    expect(parseFlow(query).stage).toBe("add_notes_and_products");
  });

  it("ignores invalid values in the URL", () => {
    const odd = "mode=fly&stage=over&company_id=-1&location_id=1e3&product_ids=x&product_ids=3&product_ids=3";
    expect(parseFlow(new URLSearchParams(odd))).toEqual({ ...empty, product_ids: [3] });
  });
});
