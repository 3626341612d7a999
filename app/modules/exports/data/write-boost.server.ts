import { BOOST_CONTEXT, toBoostDocument, toBoostEntities } from "../rules/boost";
import type { ExportRow } from "../rules/columns";

/**
 * Write tickets as one JSON-LD document: delivery documents, plus each company, product and place that they name, once.
 * Loads that have not arrived or have no volume are left out.
 */
export async function* writeBoost(chunks: AsyncIterable<ExportRow[]>): AsyncGenerator<Uint8Array> {
  const begin = { "@context": BOOST_CONTEXT, "@type": "Collection" };
  yield Buffer.from(`${JSON.stringify(begin).slice(0, -1)},"@graph":[`);
  let first = true;
  const set = new Set<string>();
  for await (const rows of chunks) {
    let text = "";
    for (const row of rows) {
      const document = toBoostDocument(row);
      if (!document) continue;
      const named = toBoostEntities(row, set);
      for (const [id] of named) set.add(id);
      for (const thing of [...named.map(([, entity]) => entity), document]) {
        text += `${first ? "" : ","}\n${JSON.stringify(thing)}`;
        first = false;
      }
    }
    if (text) yield Buffer.from(text);
  }
  yield Buffer.from("\n]}\n");
}
