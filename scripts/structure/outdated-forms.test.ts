import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { trackedFiles } from "../tracked.mjs";
import { OUTDATED_FORMS } from "./forms";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = /^(app|server|db|edge|http|bench|scripts)\/.*\.(ts|tsx)$/;
const files = trackedFiles(root).filter(
  (path) => ROOMS.test(path) && !/\.test\.tsx?$/.test(path) && !/^scripts\/(structure|mutants)\//.test(path),
);

/** For each outdated pattern: sample lines that it must match, and lines that it must not match. */
const SAMPLES: Record<string, { wrong: string[]; right: string[] }> = {
  "SQL cast to a number": {
    wrong: ["const id = selectInsertedId(job) as unknown as number;"],
    right: ["rows as unknown as Row[]", "type RowId = number | SQL<number>;"],
  },
  "a partial context cast to a whole one": {
    wrong: [
      "getInvite.run(ctx as never, { token })",
      "actor: who.actor as never,",
      "const ctx = { read, actor } as Ctx<CompanyActor>;",
    ],
    right: [
      "/** A load that the reader was never shown. */",
      "hideFields: hidden as never",
      "(ctx: Ctx) => 1",
    ],
  },
  "the newest row, written by hand": {
    wrong: ["sql`(SELECT max(id) FROM comment)`"],
    right: ["SELECT max(created_at) FROM audit_entry", "selectInsertedId(comment)"],
  },
  "a status by its number": {
    wrong: [
      "trip_ticket_status_id IN (1, 2)",
      "{tripTicket.trip_ticket_status_id} IN (6, 7)",
      "t.trip_ticket_status_id = 3",
      "job.job_status_id === 1",
      "row.job_status !== 2",
      "AND c.status <> 3",
    ],
    right: [
      "status === 404",
      "trip_ticket_status_id IN #{UNFINISHED_STATUS_IDS}",
      "row.job_status === JOB_STATUS.active",
      "trip_ticket_status_id: 3",
    ],
  },
  "the version that was read, worked out by hand": {
    wrong: [
      "if (row.version !== input.version - 1) throw staleVersion(row);",
      "if (input.version !== found.version + 1) throw staleVersion({});",
    ],
    right: ["requireVersion(row, input.version, row);", "version: kept.version + 1,"],
  },
  "who is on a job, written by hand": {
    wrong: ["isNull(jobCompany.declined_at)", "jc.accepted_at IS NOT NULL AND jc.declined_at IS NULL"],
    right: ["{jobCompany.declined_at} IS NOT NULL", "isNull(jobDestination.removed_at)"],
  },
  "a yes that a form's reader doesn't take for one": {
    wrong: ['<input type="hidden" name="by_tick" value="true" />'],
    right: ['<input type="hidden" name="by_tick" value="on" />', '<option value="true-fir">'],
  },
  "what outlives a request, and isn't forgotten between two tests": {
    wrong: ["let parsed: Env | undefined;", "const kept = new Map<string, Kept>();", "export let last = 0;"],
    right: [
      "const kept = resettable(new Map<string, Kept>());",
      "  let taken = 0;",
      "const BUSY = new Set([500, 502]);",
      "const known = new WeakMap<Context, Known>();",
    ],
  },
  "a route of bytes whose refusal is shown as JSON": {
    wrong: [
      "export async function loader(args: LoaderFunctionArgs) {",
      "export const loader = async (args) =>",
    ],
    right: [
      "export const loader = createFileLoader(async (args) => {",
      'export const loader = () => redirect("/profile");',
    ],
  },
};

test.each(OUTDATED_FORMS)(
  "$name: matches the wrong sample lines and none of the right ones",
  ({ name, pattern }) => {
    const { wrong, right } = SAMPLES[name] ?? { wrong: [], right: [] };
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.filter((line) => !pattern.test(line))).toEqual([]);
    expect(right.filter((line) => pattern.test(line))).toEqual([]);
  },
);

test("no test mocks a module or a package", () => {
  const mocking = trackedFiles(root)
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .filter((path) => /\bvi\s*\.(mock|doMock)\(/.test(readFileSync(join(root, path), "utf8")));
  expect(mocking).toEqual([]);
});

test.each(OUTDATED_FORMS)(
  "$name: does not occur in the program",
  ({ pattern, instead, within = ROOMS, allowed = [] }) => {
    const match = files
      .filter((path) => within.test(path) && !allowed.includes(path))
      .flatMap((path) =>
        readFileSync(join(root, path), "utf8")
          .split("\n")
          .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
      );
    expect(files.length).toBeGreaterThan(500);
    expect(match, `write ${instead}`).toEqual([]);
  },
);
