import { stringify } from "csv-stringify/sync";
import { checkMayExport } from "~/core/access/export.server";
import { plainVolume, unitName } from "~/domain/measures/measures";
import { guardedCell } from "~/domain/text/csv-guard";
import { procedure } from "~/web/procedure";
import { dimensionWords, productionInput } from "./asked";
import type { Production } from "./output";
import { getProduction } from "./production.server";

const UNIT_IDS = [2, 1, 3];

type Line = Pick<Production["totals"], "loads" | "estimated" | "volumes">;
const cells = ({ loads, estimated, volumes }: Line) => [
  String(loads),
  String(estimated),
  ...UNIT_IDS.map((unit) => plainVolume(volumes.find((v) => v.unit === unit)?.volume ?? 0)),
];

/** The table of a page of production as separated values, its totals in the last line. */
export function productionCsv({ rows, totals, compared, meta }: Production): string {
  const first = meta.by ? [dimensionWords(meta.by)] : ["from", "to"];
  const head = [...first, "loads", "estimated", ...UNIT_IDS.map(unitName), "loads compared"];
  const lines = rows.map((row) => [
    ...(meta.by ? [row.label] : [row.from ?? "", row.to ?? ""]),
    ...cells(row),
    row.before ? String(row.before.loads) : "",
  ]);
  const last = [
    ...(meta.by ? ["Total"] : ["Total", ""]),
    ...cells(totals),
    compared ? String(compared.loads) : "",
  ];
  const guarded = [head, ...lines, last].map((line) => line.map(guardedCell));
  return stringify(guarded, { bom: true, quoted_match: /[;\t|]/ });
}

/** A page of production as a file, for companies that may export. */
export const readProductionFile = procedure({
  name: "readProductionFile",
  may: "trip_ticket.read",
  input: productionInput,
  async run(ctx, asked) {
    await checkMayExport(ctx);
    const production = await getProduction.run(ctx, asked);
    return {
      name: `production_${production.meta.from}_${production.meta.to}.csv`,
      contentType: "text/csv; charset=utf-8",
      body: once(productionCsv(production)),
    };
  },
});

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
