import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { companyLocationType, locationType } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { fullListParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, staleVersion } from "~/web/refusal";
import { isUnchanged } from "~/web/revise.server";
import { nameField, requireSameId, versionField } from "../rules/fields";
import { globalLocationTypesOutput, locationTypesOutput } from "../rules/output";
import { requireOwnCompanyId } from "../shared/access.server";

const type_id = z
  .number("Location type is required")
  .int("Location type is required")
  .min(1, "Location type is required");

export const readLocationTypes = (ctx: Pick<Ctx, "read">, companyId: number) =>
  ctx.read
    .select({
      id: companyLocationType.id,
      name: companyLocationType.name,
      location_type_id: companyLocationType.location_type_id,
      version: companyLocationType.version,
      location_type: { name: locationType.name },
    })
    .from(companyLocationType)
    .innerJoin(locationType, eq(locationType.id, companyLocationType.location_type_id))
    .where(eq(companyLocationType.company_id, companyId))
    .orderBy(companyLocationType.name, companyLocationType.id);

/**
 * List the kinds of location, the same for every company; with `company_id`, list that company's own names for the
 * kinds.
 */
export const listLocationKinds = procedure({
  name: "listGlobalLocationTypes",
  audience: "known",
  input: z.strictObject({ company_id: z.number().int().min(0).optional(), ...fullListParams }),
  output: globalLocationTypesOutput,
  async run(ctx, { company_id, ...paging }) {
    const all =
      company_id === undefined
        ? await ctx.read.select().from(locationType).orderBy(asc(locationType.id))
        : company_id !== 0 &&
            company_id === ctx.actor.company?.id &&
            hasPermission(ctx.actor.permissions, "company_location.read")
          ? await readLocationTypes(ctx, company_id)
          : [];
    const { rows, meta } = slicePage<{ id: number; name: string }>(all, paging);
    return { location_types: rows.map(({ id, name }) => ({ location_type: { id, name } })), meta };
  },
});

/** List the acting company's location types; company 0 has none (docs/domain.md#programs). */
export const listLocationTypes = procedure({
  name: "listLocationTypes",
  may: "company_location.read",
  input: z.strictObject({ company_id: z.number().int(), ...fullListParams }),
  output: locationTypesOutput,
  async run(ctx, { company_id, ...paging }) {
    const all = company_id === 0 ? [] : await readLocationTypes(ctx, requireOwnCompanyId(ctx, company_id));
    const { rows, meta } = slicePage(all, paging);
    return { company_location_types: rows, meta };
  },
});

async function knownType(ctx: Ctx, id: number) {
  const [row] = await ctx.read.select().from(locationType).where(eq(locationType.id, id));
  if (!row) throw invalid({ location_type_id: ["Location type is required"] });
}

export const createLocationType = procedure({
  name: "createLocationType",
  may: "company_location.create",
  input: z.strictObject({ company_id: z.number().int(), name: nameField, location_type_id: type_id }),
  output: idOutput,
  async run(ctx, input) {
    requireOwnCompanyId(ctx, input.company_id);
    await knownType(ctx, input.location_type_id);
    return ctx.commit([expectOneRow(ctx.write.insert(companyLocationType).values(input))], {
      id: selectInsertedId(companyLocationType),
    });
  },
});

export const getLocationType = procedure({
  name: "getLocationType",
  may: "company_location.update",
  input: z.strictObject({ type_id: z.number().int() }),
  run: (ctx, input) => ownType(ctx, ctx.actor.company.id, input.type_id),
});

async function ownType(ctx: Ctx, companyId: number, id: number) {
  const [row] = await ctx.read
    .select()
    .from(companyLocationType)
    .where(and(eq(companyLocationType.id, id), eq(companyLocationType.company_id, companyId)));
  if (!row) throw notFound("We couldn't find that location type.");
  return row;
}

export const updateLocationType = procedure({
  name: "updateLocationType",
  may: "company_location.update",
  input: z.strictObject({
    company_id: z.number().int(),
    type_id: z.number().int(),
    id: z.number().int().optional().describe("As in the address."),
    name: nameField.optional(),
    location_type_id: type_id.optional(),
    version: versionField,
  }),
  output: idOutput,
  async run(ctx, { company_id, type_id: id, id: said, version: next, ...changes }) {
    requireOwnCompanyId(ctx, company_id);
    requireSameId(said, id);
    const row = await ownType(ctx, company_id, id);
    if (row.version !== next - 1)
      throw staleVersion({ name: row.name, location_type_id: row.location_type_id, version: row.version });
    if (changes.location_type_id) await knownType(ctx, changes.location_type_id);
    if (isUnchanged(row, changes)) return ctx.commit([], { id: row.id });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(companyLocationType)
            .set({ ...changes, version: next })
            .where(and(eq(companyLocationType.id, row.id), eq(companyLocationType.version, row.version))),
        ),
      ],
      { id: row.id },
    );
  },
});

/** Like {@link updateLocationType}, by a form, which always has both name and kind. */
export const saveLocationType = procedure({
  name: "saveLocationType",
  may: "company_location.update",
  input: updateLocationType.input.extend({ location_type_id: type_id, name: nameField }),
  run: (ctx, input) => updateLocationType.run(ctx, input),
});
