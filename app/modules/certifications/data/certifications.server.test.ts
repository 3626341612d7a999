import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { certification, companyCertification, crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES } from "~/lib/access/crew-permissions";
import { certificationsOutput } from "../rules/output";
import {
  addCertification,
  editCertification,
  getCertification,
  listCertificationTypes,
  listCompanyCertifications,
  removeCertification,
  searchCertifications,
  updateCertification,
} from "./certifications.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

let number = 100_000;
const license = () => `FSC-C${++number}`;
const add = (who: Harvest["manager"], more: object = {}) =>
  who.call(addCertification, {
    company_id: who.actor.company?.id ?? 0,
    certification_type_id: 1,
    license: license(),
    ...more,
  });
const listOf = async (who: Harvest["manager"]) =>
  (await who.call(listCompanyCertifications, { company_id: who.actor.company?.id ?? 0, take: -1 }))
    .certifications;
const fieldsOf = async (call: Promise<unknown>) => (await catchError(call)).refusal.facts.fields;

test("lists the FSC and SFI types with their product claims, but not types given by URL", async () => {
  const certificationTypes = await h.manager.call(listCertificationTypes, {});
  listCertificationTypes.output.parse(certificationTypes);
  expect(certificationTypes.certification_types.map((t) => t.certification_type.name)).toEqual([
    "FSC",
    "SFI",
  ]);
  expect(certificationTypes.certification_types[0]?.product_claims.map((c) => c.name)).toContain("FSC 100%");
  expect(certificationTypes.certification_types[0]?.product_claims.map((c) => c.name)).not.toContain(
    "ATFS Certified",
  );
});

describe("a company's own certification", () => {
  test("a certification is added as the company's own, and found by license and product claim", async () => {
    const { id } = await add(h.manager, {
      license: " FSC-C777001 ",
      product_claim_id: 6,
      expires_at: "2099-03-31",
    });
    const certifications = await h.manager.call(searchCertifications, { searchTerm: "c7770" });
    certificationsOutput.parse(certifications);
    expect(certifications.certifications).toMatchObject([
      {
        certification: { id, license: "FSC-C777001", expires_at: "2099-03-31", version: 1 },
        product_claim: { name: "FSC Controlled Wood" },
        company: { id: h.ids.manager.id },
        is_owned: true,
        is_expired: false,
        warning: null,
      },
    ]);
    const byClaim = await h.manager.call(searchCertifications, { searchTerm: "CONTROLLED wood" });
    expect(byClaim.certifications.map((c) => c.certification.id)).toContain(id);
    const none = await h.manager.call(searchCertifications, { searchTerm: "fsc 100%" });
    expect(none.certifications.map((c) => c.certification.id)).not.toContain(id);
  });

  test("adding a certification requires an offered type, a license, and a product claim of that type", async () => {
    const company_id = h.ids.manager.id;
    const of = (input: object) =>
      fieldsOf(h.manager.call(addCertification, { company_id, ...input } as never));
    expect(await of({})).toEqual({
      certification_type_id: ["Certification type is required"],
      license: ["License is required"],
    });
    expect(await of({ certification_type_id: 1, license: "   " })).toEqual({
      license: ["License is required"],
    });
    expect(await of({ certification_type_id: 3, license: "https://x" })).toHaveProperty(
      "certification_type_id",
    );
    expect(await of({ certification_type_id: 9, license: "x" })).toHaveProperty("certification_type_id");
    expect(await of({ certification_type_id: 1, license: "x", product_claim_id: 13 })).toEqual({
      product_claim_id: ["Choose a product claim of FSC."],
    });
    expect(await of({ certification_type_id: 1, license: "x", expires_at: "31.3.2027" })).toHaveProperty(
      "expires_at",
    );
  });

  test("accepts a license in an unusual format with a warning", async () => {
    const { id } = await add(h.manager, { license: "I'll look it up" });
    expect((await h.manager.call(getCertification, { certification_id: id })).warning).toMatch(
      /^FSC licenses/,
    );
  });

  test("warns when another company has entered the same license", async () => {
    const text = license();
    const { id } = await add(h.manager, { license: text });
    const warningOf = async (who: Harvest["manager"]) =>
      (await listOf(who)).find((item) => item.certification.license === text)?.warning;
    expect([id > 0, await warningOf(h.manager)]).toEqual([true, null]);
    const other = await add(h.rival, { license: text });
    for (const who of [h.manager, h.rival])
      expect(await warningOf(who)).toMatch(/^Another company on Timbertally states this license too/);
    await h.rival.call(removeCertification, {
      company_id: h.ids.rival.id,
      certification_id: other.id,
      version: 2,
    });
    expect(await warningOf(h.manager)).toBeNull();
  });

  test("rejects a certification with the same license and claim, ignoring case, but accepts another claim", async () => {
    await add(h.manager, { license: "NC-COC-104455", product_claim_id: 1 });
    const again = { license: "nc-coc-104455", product_claim_id: 1 };
    expect(await fieldsOf(add(h.manager, again))).toHaveProperty("license");
    await add(h.manager, { ...again, product_claim_id: 6 });
    await add(h.rival, again);
  });

  test("shows a certification as expired after its last day and keeps it listed", async () => {
    const { id } = await add(h.manager, { expires_at: "2020-01-31" });
    expect((await h.manager.call(getCertification, { certification_id: id })).is_expired).toBe(true);
    expect((await listOf(h.manager)).map((c) => c.certification.id)).toContain(id);
  });

  test("changes a certification partially by API and entirely by form; a stale form gets the saved values", async () => {
    const company_id = h.ids.manager.id;
    const { id } = await add(h.manager, {
      license: "FSC-C777002",
      product_claim_id: 1,
      expires_at: "2099-01-01",
    });
    await h.manager.call(updateCertification, {
      company_id,
      certification_id: id,
      version: 2,
      expires_at: null,
    });
    expect((await h.manager.call(getCertification, { certification_id: id })).certification).toMatchObject({
      license: "FSC-C777002",
      product_claim_id: 1,
      expires_at: null,
      version: 2,
    });
    const { kind, refusal } = await catchError(
      h.manager.call(editCertification, {
        certification_id: id,
        version: 2,
        certification_type_id: 1,
        license: "FSC-C777003",
      }),
    );
    expect([kind, refusal.facts.current]).toEqual([
      "stale",
      expect.objectContaining({ license: "FSC-C777002", version: 2 }),
    ]);
    // A certification can't change to a type that its product claim doesn't belong to. A product claim is a label such
    // as FSC 100%.
    const wrong = { company_id, certification_id: id, version: 3, certification_type_id: 2 };
    expect(await fieldsOf(h.manager.call(updateCertification, wrong))).toHaveProperty("product_claim_id");
    await h.manager.call(updateCertification, { ...wrong, product_claim_id: null });
    expect((await h.manager.call(getCertification, { certification_id: id })).certification_type.name).toBe(
      "SFI",
    );
  });

  test("soft-deletes a certification: it is no longer listed, but its row remains", async () => {
    const company_id = h.ids.manager.id;
    const { id } = await add(h.manager);
    const remove = (version: number) =>
      h.manager.call(removeCertification, { company_id, certification_id: id, version });
    expect((await catchError(remove(1))).kind).toBe("stale");
    await remove(2);
    expect((await listOf(h.manager)).map((c) => c.certification.id)).not.toContain(id);
    expect((await catchError(remove(3))).kind).toBe("missing");
    const [row] = await db.read.select().from(certification).where(eq(certification.id, id));
    expect(row).toMatchObject({ is_deleted: true, version: 2 });
    const left = await db.read
      .select()
      .from(companyCertification)
      .where(eq(companyCertification.certification_id, id));
    expect(left).toEqual([]);
  });
});

describe("another company's certification", () => {
  test("hides another company's certification from the list and from reading, changing and removing", async () => {
    const { id } = await add(h.manager);
    expect(await listOf(h.rival)).not.toContainEqual(
      expect.objectContaining({ certification: expect.objectContaining({ id }) }),
    );
    const company_id = h.ids.rival.id;
    const calls = [
      h.rival.call(getCertification, { certification_id: id }),
      h.rival.call(updateCertification, { company_id, certification_id: id, version: 2, license: "mine" }),
      h.rival.call(editCertification, {
        certification_id: id,
        version: 2,
        certification_type_id: 1,
        license: "x",
      }),
      h.rival.call(removeCertification, { company_id, certification_id: id, version: 2 }),
      h.rival.call(listCompanyCertifications, { company_id: h.ids.manager.id }),
      h.rival.call(addCertification, {
        company_id: h.ids.manager.id,
        certification_type_id: 1,
        license: license(),
      }),
    ];
    for (const refused of await Promise.all(calls.map(catchError))) expect(refused.kind).toBe("missing");
  });

  test("shows a certification to a company that may use it, but only its holder can change it", async () => {
    const { id } = await add(h.manager);
    await insertRow(db, companyCertification, { company_id: h.ids.logger.id, certification_id: id });
    expect((await listOf(h.logger)).find((c) => c.certification.id === id)).toMatchObject({
      is_owned: false,
      company: { id: h.ids.manager.id },
    });
    const company_id = h.ids.logger.id;
    const change = { company_id, certification_id: id, version: 2 };
    for (const refused of await Promise.all(
      [
        h.logger.call(getCertification, { certification_id: id }),
        h.logger.call(updateCertification, { ...change, license: "mine" }),
        h.logger.call(removeCertification, change),
      ].map(catchError),
    ))
      expect(refused.kind).toBe("forbidden");
  });
});

test("each certification flag of a crew allows its own calls and no others", async () => {
  const { id } = await add(h.manager);
  const company_id = h.ids.manager.id;
  const entity_id = ENTITIES.indexOf("certification") + 1;
  const person = await makeUser(db, {}, [h.ids.manager.crew]);
  const calls = {
    can_create: [addCertification, { company_id, certification_type_id: 1 }],
    can_read: [searchCertifications, {}],
    can_update: [updateCertification, { company_id, certification_id: id, version: 99 }],
    can_delete: [removeCertification, { company_id, certification_id: id, version: 99 }],
  } as const;
  for (const given of Object.keys(calls) as (keyof typeof calls)[]) {
    const row = { crew_id: h.ids.manager.crew, entity_id };
    await db.batch([
      db.write
        .delete(crewPermission)
        .where(and(eq(crewPermission.crew_id, row.crew_id), eq(crewPermission.entity_id, entity_id)))
        .toSQL(),
      db.write
        .insert(crewPermission)
        // Users who may change or delete also see the page, so the update and delete flags are granted with the read
        // flag.
        .values({ ...row, can_read: given !== "can_create", [given]: true })
        .toSQL(),
    ]);
    const who = await actAs(db, person, company_id);
    for (const [flag, [call, input]] of Object.entries(calls)) {
      const answer = await who
        .call(call as never, { ...input, ...(flag === "can_create" ? { license: license() } : {}) } as never)
        .then(
          () => "done",
          (error: { kind?: string }) => error.kind,
        );
      const opens = given === flag || (flag === "can_read" && given !== "can_create");
      expect([given, flag, answer === "forbidden"]).toEqual([given, flag, !opens]);
    }
  }
});
