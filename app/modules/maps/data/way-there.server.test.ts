import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importTigerFile } from "#db/ground/import.server";
import { openTestDatabase } from "#db/testing/test-database";
import { buildTigerRoads } from "../testing/tiger";
import { readDirections } from "./way-there.server";

test("describes the way to a landing by its town, its section, and the nearest named road", async () => {
  const db = await openTestDatabase();
  const places = [
    { name: "North landing", latitude: 44.69, longitude: -84.7 },
    { name: "Roadside", latitude: 44.655, longitude: -84.714 },
    { name: "Out on the ice", latitude: 47.9, longitude: -86.9 },
  ];
  const without = await readDirections(db.read, places);
  expect(without[0]).toMatchObject({ name: "North landing", position: "44.69000, -84.70000" });
  expect(without[0]?.words).toMatch(
    /^\d\.\d miles [NE]+ of Grayling, Crawford County, MI; section \d+ T27N R\dW/,
  );
  expect(without[0]?.words).not.toContain("Hwy");

  const folder = mkdtempSync(join(tmpdir(), "timbertally-way-"));
  const file = join(folder, "tl_2025_26039_roads.zip");
  writeFileSync(file, buildTigerRoads());
  await importTigerFile(db, file, { now: () => new Date("2026-11-23T12:00:00Z") });
  rmSync(folder, { recursive: true, force: true });
  const [north, roadside, ice] = await readDirections(db.read, places);
  // The old 27 lies 0.013 degrees to the west, and the freeway only 0.0005 degrees away.
  expect(north?.words).toMatch(/; (on|0\.\d\d mi from) I- 75$/);
  expect(roadside?.words).toMatch(/; on Cedar St$/);
  expect(ice?.words).not.toMatch(/ mi from |; on /);
  const many = Array.from({ length: 10 }, () => places).flat();
  expect(await readDirections(db.read, many)).toHaveLength(20);
});
