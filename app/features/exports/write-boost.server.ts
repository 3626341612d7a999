import { BOOST_CONTEXT, boostDocument } from "./boost";
import type { ExportRow } from "./columns";

/** Tickets as one JSON-LD document of delivery documents; loads that have not arrived or have no volume are left out. */
export async function* boostOf(chunks: AsyncIterable<ExportRow[]>): AsyncGenerator<Uint8Array> {
  const begin = { "@context": BOOST_CONTEXT, "@type": "Collection" };
  yield Buffer.from(`${JSON.stringify(begin).slice(0, -1)},"@graph":[`);
  let first = true;
  for await (const rows of chunks) {
    let text = "";
    for (const row of rows) {
      const document = boostDocument(row);
      if (!document) continue;
      text += `${first ? "" : ","}\n${JSON.stringify(document)}`;
      first = false;
    }
    if (text) yield Buffer.from(text);
  }
  yield Buffer.from("\n]}\n");
}
