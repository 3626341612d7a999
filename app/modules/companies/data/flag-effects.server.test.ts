import { describe, expect, it, test } from "vitest";
import { readSourceFiles } from "#db/testing/sources";
import {
  type CompanyPermissions,
  combineCrewFlags,
  ENTITIES,
  type Entity,
  FLAGS,
  type Flag,
  PERMISSIONS,
} from "~/lib/access/crew-permissions";
import { getJobRights, type JobRelation } from "~/modules/jobs/rules/permissions";
import { EDITABLE_FIELDS, getEditableFields } from "~/modules/trip-tickets/rules/permissions";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Procedure } from "~/web/procedure";

/**
 * Check that every checkbox of the permission table has an effect: a procedure requires the permission
 * (permissions.server.test.ts tests each refusal), or a right on a job or ticket is lost without it. A checkbox without
 * an effect fails here.
 */
const modules = import.meta.glob<Record<string, unknown>>("/app/modules/**/*.server.ts", { eager: true });
const sources = readSourceFiles(new URL("../../../", import.meta.url));
const set = new Set(
  Object.values(modules)
    .flatMap((m) => Object.values(m))
    .map((v) => (v as Procedure | null)?.may)
    .filter((may) => may !== undefined),
);

const every = (): CompanyPermissions => combineCrewFlags([{ isPrimary: true, rows: [] }]);
function without(entity: Entity, flag: Flag): CompanyPermissions {
  const all = every();
  return { ...all, is_primary: false, [entity]: { ...all[entity], [flag]: false } };
}

const OFFICE: JobRelation = {
  requester: true,
  on: true,
  accepted: true,
  pending: false,
  land_manager: true,
  cutter: true,
  skidder: true,
  hauler: true,
  land_owner: true,
};
/** Job relations to test: the requester, and a contractor, who acts for itself. */
const STANDINGS: JobRelation[] = [OFFICE, { ...OFFICE, requester: false, land_manager: false }];

const lostOnJob = (flags: CompanyPermissions) =>
  STANDINGS.flatMap((standing) => {
    const [before, after] = [getJobRights(standing, every()), getJobRights(standing, flags)];
    return (Object.keys(before) as (keyof typeof before)[]).filter((key) => before[key] && !after[key]);
  });
function lostOnTicket(flags: CompanyPermissions) {
  const facts = { roles: new Set(["creator"] as const), status: STATUS.available, settlementPaid: false };
  const [before, after] = [
    getEditableFields({ ...facts, flags: every() }),
    getEditableFields({ ...facts, flags }),
  ];
  return EDITABLE_FIELDS.filter((field) => before[field] && !after[field]);
}

describe("each checkbox of the permission table", () => {
  test.each(PERMISSIONS)("the permission checkbox %s has an effect", (permission) => {
    const [entity, flag] = permission.split(".") as [Entity, Flag];
    const flags = without(entity, flag);
    const effects = [...lostOnJob(flags), ...lostOnTicket(flags), ...(set.has(permission) ? ["asked"] : [])];
    expect(effects).not.toEqual([]);
  });

  it("the permission table omits permissions that no code checks", () => {
    const shown = new Set<string>(PERMISSIONS);
    const inert = ENTITIES.flatMap((e) => FLAGS.map((f) => `${e}.${f}` as const)).filter(
      (p) => !shown.has(p),
    );
    expect(inert.filter((p) => set.has(p))).toEqual([]);
    for (const permission of inert) {
      const [entity, flag] = permission.split(".") as [Entity, Flag];
      expect([permission, ...lostOnJob(without(entity, flag))]).toEqual([permission]);
    }
  });

  // A right that is computed but never checked in the code would wrongly count as an effect.
  test.each(Object.keys(getJobRights(OFFICE, every())))(
    "the code checks the right on a job to %s",
    (right) => {
      const uses = Object.entries(sources).filter(
        ([file, text]) =>
          !file.endsWith("/jobs/permissions.ts") &&
          (text.includes(`"${right}"`) ||
            new RegExp(`(rights|may|can|found|job|page)\\??\\.${right}\\b`).test(text)),
      );
      expect(uses.length).toBeGreaterThan(0);
    },
  );
});
