import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getMatchGroup, MatchedLoads } from "./matched-loads";

const load = (line: number, standing: "equal" | "new" | "within" | "beyond" | "other unit", more = {}) => ({
  line,
  trip_ticket_number: null,
  scale_ticket_number: `S${line}`,
  scaled_on: null,
  truck_number: null,
  net: null,
  scaled: "48.43 tons",
  product: null,
  deduction: null,
  price: null,
  problem: null,
  by: "number" as const,
  accepted: false,
  refused: null,
  may_correct: false,
  scale_tickets_differ: false,
  standing,
  difference: "-1 ton (-2.02%)",
  volume_difference: "-1 ton (-2.02%)",
  net_difference: null,
  acceptable: standing !== "other unit",
  duplicate: null,
  expected: standing !== "beyond" && standing !== "other unit",
  ticket: {
    id: line,
    number: 1000 + line,
    job: "Deward",
    scale_ticket_number: null,
    product: "Pulpwood",
    scaled: "49.43 tons",
    net: null,
    deduction: null,
  },
  ...more,
});

test("groups unaccepted loads in three groups and accepted loads apart, and selects only lines within tolerance", () => {
  const matched = [
    load(1, "equal"),
    load(2, "beyond"),
    load(3, "within"),
    load(4, "new"),
    load(5, "other unit"),
    load(6, "equal", { accepted: true }),
    load(7, "within", { expected: false, duplicate: "Twice" }),
  ];
  expect(matched.map(getMatchGroup)).toEqual(["same", "ask", "within", "same", "ask", "accepted", "ask"]);
  const html = renderToStaticMarkup(<MatchedLoads matched={matched} may />);
  const groups = html.split("<tbody").slice(1);
  expect(groups.map((group) => /rowgroup">([^<]*)/.exec(group)?.[1]?.trim())).toEqual([
    "Ask the mill: 3 loads",
    "Within tolerance: 1 load",
    "Same, or not scaled yet: 2 loads",
    "Accepted: 1 load",
  ]);
  expect(groups.map((group) => group.match(/checked=""/g)?.length ?? 0)).toEqual([0, 1, 2, 0]);
  // Lines not selected by default are submitted under a separate field name.
  expect(groups[0]?.match(/name="beyond"/g)).toHaveLength(2);
  // A line without a value in the load's unit has no checkbox.
  expect(groups[0]).toContain("Other unit only");
});
