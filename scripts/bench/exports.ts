import { combineCrewFlags } from "~/lib/access/crew-permissions";
import { readExportChunks, writeExportBytes } from "~/modules/exports/data/write.server";
import { STANDARD_COLUMNS } from "~/modules/exports/rules/columns";
import type { ExportKind } from "~/modules/exports/rules/kinds";
import type { CompanyActor } from "~/web/actor";
import { openDatabase } from "../../db/client.server";

const ZONE = "America/Detroit";
export const EXPORTED_LOADS = 1_000;

/** Return the processor time, in milliseconds, that an export of a thousand loads uses in this process. */
export async function measureExport(database: string, kind: ExportKind): Promise<number> {
  const db = await openDatabase({ url: `file:${database}` });
  const { rows } = await db.client.execute({
    sql: "SELECT ticket_id, company_id FROM ticket_company WHERE company_id = (SELECT company_id FROM company_status_count GROUP BY 1 ORDER BY sum(n) DESC LIMIT 1) LIMIT ?",
    args: [EXPORTED_LOADS],
  });
  const actor = {
    company: { id: Number(rows[0]?.company_id) },
    permissions: combineCrewFlags([{ isPrimary: true, rows: [] }]),
    zone: ZONE,
  } as CompanyActor;
  const ids = rows.map((row) => Number(row.ticket_id));
  const start = process.cpuUsage();
  for await (const _ of writeExportBytes(
    kind,
    readExportChunks({ read: db.read, actor }, ids),
    STANDARD_COLUMNS,
    ",",
    ZONE,
  ));
  const { user, system } = process.cpuUsage(start);
  await db.close();
  return (user + system) / 1000;
}
