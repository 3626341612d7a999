import { describe, expect, it, test } from "vitest";
import { listMeridianCodes } from "~/lib/land-description/meridians";
import { createReferenceStatements, hashReferenceData, MERIDIANS, SPECIES } from "./seed";
import type { SeedStatement } from "./upserts";
import { US_STATES } from "./us-states";

const statements = createReferenceStatements();
const tableOf = (s: SeedStatement) => /^INSERT INTO (\w+) /.exec(s.sql)?.[1] ?? "";
const columnsOf = (s: SeedStatement) => /\(([^)]*)\) VALUES/.exec(s.sql)?.[1]?.split(", ") ?? [];

/** Return the rows that the statements write to a table, keyed by column. */
function rowsOf(table: string) {
  return statements
    .filter((s) => tableOf(s) === table)
    .flatMap((s) => {
      const columns = columnsOf(s);
      return Array.from({ length: s.args.length / columns.length }, (_, i) =>
        Object.fromEntries(columns.map((c, k) => [c, s.args[i * columns.length + k]])),
      );
    });
}

describe("statements that write the reference data", () => {
  it("each statement writes few rows and has as many values as placeholders", () => {
    for (const s of statements) {
      expect(s.args.length).toBe(s.sql.split("?").length - 1);
      expect(s.args.length).toBeLessThan(30_000);
      expect(s.args.length / columnsOf(s).length).toBeLessThanOrEqual(500);
      expect(s.args.length).toBeGreaterThan(0);
    }
  });

  it("statements contain only values that the drivers accept", () => {
    for (const s of statements)
      for (const value of s.args)
        expect(value === null || typeof value === "string" || Number.isFinite(value)).toBe(true);
  });

  it("every statement skips or updates rows that already exist", () => {
    for (const s of statements) expect(s.sql).toMatch(/ ON CONFLICT \([\w, ]+\) DO (NOTHING|UPDATE SET .+)$/);
  });

  it("statements write a table's rows before the rows that refer to them", () => {
    const order = [...new Set(statements.map(tableOf))];
    const before = (first: string, second: string) =>
      expect([first, second, order.indexOf(first) < order.indexOf(second)]).toEqual([first, second, true]);
    before("us_state", "us_county");
    before("us_county", "us_county_geometry");
    before("plss_meridian", "plss_meridian_state");
    before("us_state", "plss_meridian_state");
    before("wood_species_type", "wood_species");
    before("wood_unit_type", "product_type");
    before("product_type", "product");
    before("wood_species", "product");
    before("certification_type", "product_claim");
    before("release", "release_note");
  });

  it("the hash of unchanged data is the same each time", () => {
    expect(hashReferenceData()).toBe(hashReferenceData());
    expect(hashReferenceData()).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("states and counties", () => {
  it("states and counties have their Census numbers, also as text with leading zeros", () => {
    expect(rowsOf("us_state").find((s) => s.id === 1)).toMatchObject({ gid: 1, statefp: "01", stusps: "AL" });
    expect(rowsOf("us_county").find((c) => c.id === 1001)).toMatchObject({
      gid: 1001,
      us_state_id: 1,
      countyfp: "001",
      name: "Autauga",
    });
  });

  it("every county has an outline", () => {
    expect(rowsOf("us_county_geometry").map((g) => g.us_county_id)).toEqual(
      rowsOf("us_county").map((c) => c.id),
    );
  });
});

describe("species", () => {
  it("lists 111 species, each with a unique FIA code, symbol and name", () => {
    expect(SPECIES).toHaveLength(111);
    for (const key of ["fia", "symbol", "common"] as const)
      expect([key, new Set(SPECIES.map((s) => s[key])).size]).toEqual([key, 111]);
    for (const { fia } of SPECIES) expect(fia).toMatch(/^\d{3}$/);
  });

  it("species below code 300 are softwoods, the others hardwoods", () => {
    for (const { fia, type } of SPECIES)
      expect([fia, type]).toEqual([fia, Number(fia) < 300 ? "softwood" : "hardwood"]);
    const types = new Set(
      rowsOf("wood_species").map((s) => `${Number(s.id) < 300} ${s.wood_species_type_id}`),
    );
    expect([...types].sort()).toEqual(["false 2", "true 1"]);
  });

  it("every scientific name is a genus and a species, or only a genus for mixed loads", () => {
    for (const { common, scientific } of SPECIES) {
      expect(scientific).toMatch(/^[A-Z][a-z]+ (×?[a-z-]+|spp\.)( |$)/);
      expect([common, scientific.endsWith("spp.")]).toEqual([common, common.endsWith("spp.")]);
    }
  });

  it("every green weight is between 20 and 80 pounds per cubic foot", () => {
    for (const { common, green_lb_per_ft3: pounds } of SPECIES)
      expect([common, pounds !== null && pounds > 20 && pounds < 80]).toEqual([common, true]);
  });

  test.each([
    ["131", "loblolly pine", 53],
    ["833", "northern red oak", 64],
    ["802", "white oak", 63],
    ["746", "quaking aspen", 50],
    ["202", "Douglas-fir", 38],
    // Two different species: slash pine is 111, sand pine 107.
    ["111", "slash pine", null],
    ["107", "sand pine", null],
  ])("the species with FIA code %s is named %s", (fia, common, pounds) => {
    const specy = SPECIES.find((s) => s.fia === fia);
    expect(specy?.common).toBe(common);
    if (pounds !== null) expect(specy?.green_lb_per_ft3).toBe(pounds);
  });
});

describe("meridians", () => {
  it("lists 37 meridians, all in North America", () => {
    expect(MERIDIANS).toHaveLength(37);
    expect(new Set(MERIDIANS.map((m) => m.code)).size).toBe(37);
    for (const { code, lat, lon, src } of MERIDIANS)
      expect([code, lat > 24 && lat < 72 && lon > -170 && lon < -80, "BWK".includes(src)]).toEqual([
        code,
        true,
        true,
      ]);
  });

  it("each meridian belongs to exactly the states whose land descriptions use the meridian", () => {
    const pairs = rowsOf("plss_meridian_state").map((p) => `${p.us_state_id} ${p.plss_meridian_code}`);
    const rule = US_STATES.flatMap(([fips, stusps]) =>
      listMeridianCodes(stusps).map((code) => `${fips} ${code}`),
    );
    expect(pairs.sort()).toEqual(rule.sort());
  });
});

describe("products", () => {
  it("each product has a unique everyday name", () => {
    const names = rowsOf("product").map((p) => String(p.name));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(["Sawlogs, sugar maple", "Pulpwood, quaking aspen", "Hog fuel"]),
    );
  });
});
