import { describe, expect, it } from "vitest";
import { parseScaleLine } from "./indicator";

const pounds = (line: string, field: "gross" | "tare" = "gross") => {
  const reading = parseScaleLine(line, field);
  return reading.ok ? reading.pounds : reading.problem;
};

describe("a weight in the gross field", () => {
  it.each([
    ["49180", 49_180],
    ["49,180", 49_180],
    [" 049180 ", 49_180],
    ["ST,GS,+ 049180lb", 49_180],
    ["ST,GS,+0049180 lb\r\n", 49_180],
    ["  49180 LB G", 49_180],
    ["\u0002 49180LG \u0003", 49_180],
    ["\u0002  49180 lb GR\r", 49_180],
    ["G 49180 lb", 49_180],
    ["49180.0 lb", 49_180],
    ["+ 49180 lbs gross", 49_180],
    ["49180 #", 49_180],
    ["0", 0],
  ])("parses %j as %s pounds", (line, expected) => expect(pounds(line)).toBe(expected));

  it("converts a weight only if the line names a unit other than pounds, and returns the original value", () => {
    expect(parseScaleLine("ST,GS,+ 022308kg", "gross")).toEqual({
      ok: true,
      pounds: 49_181,
      converted: "22,308 kg",
    });
    expect(parseScaleLine("24.59 tn", "gross")).toEqual({ ok: true, pounds: 49_180, converted: "24.59 tn" });
    expect(parseScaleLine("49180 lb", "gross")).toMatchObject({ converted: null });
  });

  it.each([
    ["US,GS,+ 049180lb", /still moving/],
    ["\u0002 49180LGM\u0003", /still moving/],
    ["OL,GS,+ 999999lb", /out of range/],
    ["ST,GS,- 000020lb", /less than zero/],
    ["ST,NT,+ 033180lb", /net weight/],
    ["16000 lb T", /tare weight/],
    ["999999 lb", /more than a truck/],
    ["49180.5", /whole pounds/],
    ["", /whole pounds/],
    ["12,34", /whole pounds/],
    ["1".repeat(80), /whole pounds/],
  ])("rejects %j with a message", (line, words) => expect(pounds(line)).toMatch(words));

  it("accepts a tare reading in the tare field", () => {
    expect(pounds("ST,TR,+ 016000lb", "tare")).toBe(16_000);
    expect(pounds("ST,GS,+ 016000lb", "tare")).toBe(16_000);
  });
});
