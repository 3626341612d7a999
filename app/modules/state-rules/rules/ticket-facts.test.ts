import { expect, test } from "vitest";
import { STATE_TICKET_RULES } from "#db/reference/state-ticket-rules";
import { TICKET_FACTS } from "./ticket-facts";

test("every fact required by a state exists in TICKET_FACTS and is required only once", () => {
  for (const { facts, source } of STATE_TICKET_RULES) {
    expect(source).not.toBe("");
    expect(new Set(facts.map(([key]) => key)).size).toBe(facts.length);
    for (const [key] of facts) expect(Object.keys(TICKET_FACTS)).toContain(key);
  }
});
