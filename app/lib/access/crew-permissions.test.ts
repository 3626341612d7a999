import { describe, expect, it, test } from "vitest";
import { PERMISSION_ENTITIES } from "#db/reference/lists";
import {
  arePermissionsWithin,
  COMPANY_ENTITIES,
  type CrewFlags,
  combineCrewFlags,
  ENTITIES,
  type Flags,
  hasPermission,
  JOB_ENTITIES,
} from "./crew-permissions";

const none: Flags = { create: false, read: false, update: false, delete: false };
const every: Flags = { create: true, read: true, update: true, delete: true };
const shut = (isPrimary = false): CrewFlags => ({
  isPrimary,
  rows: ENTITIES.map((entity) => ({ entity, ...none })),
});

it("lists the same entities as the reference data, in the order of their IDs", () => {
  expect(ENTITIES).toHaveLength(20);
  expect(PERMISSION_ENTITIES.map(([id, name, company, job]) => [id, name, company, job])).toEqual(
    ENTITIES.map((name, i) => [
      i + 1,
      name,
      Number(i < COMPANY_ENTITIES.length),
      Number(i >= ENTITIES.length - JOB_ENTITIES.length),
    ]),
  );
});

describe("a user's flags", () => {
  it("a user without a crew has no flags", () => {
    const permissions = combineCrewFlags([]);
    expect(permissions.is_primary).toBe(false);
    for (const entity of ENTITIES) expect(permissions[entity]).toEqual(none);
  });

  it("a crew without rows has all flags except those that admins grant", () => {
    const permissions = combineCrewFlags([{ isPrimary: false, rows: [] }]);
    const readOnly = { ...none, read: true };
    const handedOut = {
      crew: readOnly,
      crew_member: readOnly,
      company_destination: readOnly,
    };
    for (const entity of ENTITIES)
      expect(permissions[entity]).toEqual({ ...every, ...handedOut[entity as "crew"] });
  });

  it("an admin-granted flag is on only if a crew's row sets it", () => {
    const crew = (row: Flags): CrewFlags => ({ isPrimary: false, rows: [{ entity: "crew_member", ...row }] });
    expect(combineCrewFlags([crew(every)]).crew_member).toEqual(every);
    expect(combineCrewFlags([crew(every)]).crew.create).toBe(false);
  });

  it("one user's flags are within another's if the other has each of them; admin flags only within an admin's", () => {
    const [shutCrew, open, admins] = [
      combineCrewFlags([shut()]),
      combineCrewFlags([{ isPrimary: false, rows: [] }]),
      combineCrewFlags([shut(true)]),
    ];
    expect([
      arePermissionsWithin(shutCrew, open),
      arePermissionsWithin(open, admins),
      arePermissionsWithin(open, open),
    ]).toEqual([true, true, true]);
    expect([arePermissionsWithin(open, shutCrew), arePermissionsWithin(admins, open)]).toEqual([
      false,
      false,
    ]);
    expect(arePermissionsWithin({ ...shutCrew, is_primary: true }, { ...admins, is_primary: false })).toBe(
      false,
    );
  });

  it("a member of the primary crew has all flags, regardless of its rows and other crews", () => {
    const permissions = combineCrewFlags([shut(true), shut()]);
    expect(permissions.is_primary).toBe(true);
    for (const entity of ENTITIES) expect(permissions[entity]).toEqual(every);
  });

  it("a crew's row limits only its own entity", () => {
    const crew: CrewFlags = { isPrimary: false, rows: [{ entity: "job", ...none, read: true }] };
    expect(combineCrewFlags([crew]).job).toEqual({ ...none, read: true });
    expect(combineCrewFlags([crew]).trip_ticket).toEqual(every);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])(
    "combines the flags of two crews by OR (pattern %i)",
    (pattern) => {
      const flagsOf = (bits: number): Flags => ({
        create: Boolean(bits & 1),
        read: Boolean(bits & 2),
        update: Boolean(bits & 4),
        delete: Boolean(bits & 8),
      });
      for (let other = 0; other < 16; other++) {
        const crews = [pattern, other].map((bits) => ({
          isPrimary: false,
          rows: [{ entity: "photo", ...flagsOf(bits) }],
        }));
        const both = flagsOf(pattern | other);
        // A crew that may not read something may not change or delete it either.
        const changes = both.read ? {} : { update: false, delete: false };
        expect(combineCrewFlags(crews).photo).toEqual({ ...both, ...changes });
      }
    },
  );

  it("creating something on a job requires permission to read it, jobs or trip tickets", () => {
    const creating = (reads: string) =>
      combineCrewFlags([
        {
          isPrimary: false,
          rows: ENTITIES.map((entity) => ({ entity, ...none, create: true, read: entity === reads })),
        },
      ]);
    const added = (reads: string) => JOB_ENTITIES.filter((entity) => creating(reads)[entity].create);
    expect(added("company")).toEqual([]);
    expect(added("road")).toEqual(["road"]);
    expect(added("job")).toEqual([...JOB_ENTITIES]);
    expect(added("trip_ticket")).toEqual([...JOB_ENTITIES]);
    expect(creating("company").crew_member.create).toBe(true);
  });

  it("evaluating one user doesn't change the result for the next user", () => {
    combineCrewFlags([{ isPrimary: true, rows: [] }]);
    expect(combineCrewFlags([shut()]).company).toEqual(none);
  });
});

test("hasPermission checks one flag of one entity", () => {
  const crew: CrewFlags = {
    isPrimary: false,
    rows: [{ entity: "trip_ticket", ...none, read: true, update: true }],
  };
  const permissions = combineCrewFlags([crew]);
  expect(hasPermission(permissions, "trip_ticket.update")).toBe(true);
  expect(hasPermission(permissions, "trip_ticket.delete")).toBe(false);
  expect(hasPermission(permissions, "job.delete")).toBe(true);
});
