import { stringify } from "csv-stringify/sync";
import { requireExportPermission } from "~/lib/access/export.server";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { formatPlainVolume, getUnitName } from "~/lib/units/measures";
import { procedure } from "~/web/procedure";
import type { Production } from "../rules/output";
import { formatDimension, productionInput } from "../rules/query";
import { getProduction } from "../shared/production.server";

const UNIT_IDS = [2, 1, 3];

type Line = Pick<Production["totals"], "loads" | "estimated" | "volumes">;
const cells = ({ loads, estimated, volumes }: Line) => [
  String(loads),
  String(estimated),
  ...(["volume", "estimated"] as const).flatMap((part) =>
    UNIT_IDS.map((unit) => formatPlainVolume(volumes.find((v) => v.unit === unit)?.[part] ?? 0)),
  ),
];

/** Format the table of a production page as CSV, with totals in the last row. */
export function formatProductionCsv({ rows, totals, compared, meta }: Production): string {
  const first = meta.by ? [formatDimension(meta.by)] : ["from", "to"];
  const head = [
    ...first,
    "loads",
    "estimated",
    ...UNIT_IDS.map(getUnitName),
    ...UNIT_IDS.map((unit) => `${getUnitName(unit)} estimated`),
    "loads compared",
  ];
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
  const guarded = [head, ...lines, last].map((line) => line.map(escapeFormulaCell));
  return stringify(guarded, { bom: true, quoted_match: /[;\t|]/ });
}

/** Return a production page as a file, for companies that may export. */
export const readProductionFile = procedure({
  name: "readProductionFile",
  may: "trip_ticket.read",
  input: productionInput,
  async run(ctx, query) {
    await requireExportPermission(ctx);
    const production = await getProduction.run(ctx, query);
    return {
      name: `production_${production.meta.from}_${production.meta.to}.csv`,
      contentType: "text/csv; charset=utf-8",
      body: once(formatProductionCsv(production)),
    };
  },
});

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
