import { inArray } from "drizzle-orm";
import { company, jobDestination, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import { readProductsByKey } from "~/modules/products/shared/products.server";
import { UNIT_OPTIONS } from "~/modules/trip-tickets/rules/edit-boxes";
import { parseProductKey } from "~/modules/trip-tickets/rules/product-key";
import type { Ctx } from "~/web/procedure";

type Named = readonly [label: string, value: string, name: string];

/** Return the kind of row that a field's id, or product key, refers to. */
const KIND = (name: string) =>
  /_company_id$/.test(name)
    ? "company"
    : /_user_id$/.test(name)
      ? "user"
      : name === "job_destination_id"
        ? "destination"
        : /_wood_unit_type_id$/.test(name)
          ? "unit"
          : name === "product"
            ? "product"
            : null;

/** Return the names of the rows that typed ids refer to; unknown ids stay as typed. */
export async function readIdNames(ctx: Pick<Ctx, "read">, fields: readonly Named[]) {
  const of = (kind: string) =>
    [
      ...new Set(
        fields.flatMap(([, value, name]) =>
          KIND(name) === kind && /^[1-9]\d{0,14}$/.test(value) ? [Number(value)] : [],
        ),
      ),
    ].slice(0, 500);
  const keys = fields.flatMap(([, value, name]) =>
    KIND(name) === "product" && parseProductKey(value) ? [value] : [],
  );
  const [companies, people, places, products] = await Promise.all([
    ctx.read
      .select({ id: company.id, name: company.name })
      .from(company)
      .where(inArray(company.id, of("company"))),
    ctx.read
      .select()
      .from(user)
      .where(inArray(user.id, of("user"))),
    ctx.read
      .select({ id: jobDestination.id, name: jobDestination.name })
      .from(jobDestination)
      .where(inArray(jobDestination.id, of("destination"))),
    readProductsByKey(ctx, [...new Set(keys)].slice(0, 500)),
  ]);
  const known = new Map<string, string>([
    ...companies.map(({ id, name }): [string, string] => [`company ${id}`, name]),
    ...people.map((person): [string, string] => [`user ${person.id}`, formatFullName(person)]),
    ...places.map(({ id, name }): [string, string] => [`destination ${id}`, name]),
    ...[...products].map(([key, { name }]): [string, string] => [`product ${key}`, name]),
    ...UNIT_OPTIONS.map(({ value, label }): [string, string] => [`unit ${value}`, label]),
  ]);
  return (name: string, value: string) => known.get(`${KIND(name)} ${value}`) ?? value;
}
