import { BOOST_CONTEXT, boostDocument, boostEntities } from "./boost";
import type { ExportRow } from "./columns";

/**
 * Tickets as one JSON-LD document: delivery documents, and once each the companies, products and places that they name. Loads that have
 * not arrived or have no volume are left out.
 */
export async function* boostOf(chunks: AsyncIterable<ExportRow[]>): AsyncGenerator<Uint8Array> {
  const begin = { "@context": BOOST_CONTEXT, "@type": "Collection" };
  yield Buffer.from(`${JSON.stringify(begin).slice(0, -1)},"@graph":[`);
  let first = true;
  const said = new Set<string>();
  for await (const rows of chunks) {
    let text = "";
    for (const row of rows) {
      const document = boostDocument(row);
      if (!document) continue;
      const named = boostEntities(row, said);
      for (const [id] of named) said.add(id);
      for (const thing of [...named.map(([, entity]) => entity), document]) {
        text += `${first ? "" : ","}\n${JSON.stringify(thing)}`;
        first = false;
      }
    }
    if (text) yield Buffer.from(text);
  }
  yield Buffer.from("\n]}\n");
}
