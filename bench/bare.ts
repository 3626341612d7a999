import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Sqlite from "better-sqlite3";
import { compressDocument } from "~/web/compress.server";
import { type Capture, endWithParent, tell } from "./messages";
import { fill, type RowSets, type Template, templateOf } from "./template";

/**
 * How fast the machine could be: node:http, better-sqlite3 and string concatenation. Each request runs the statements
 * that the app ran for the page (session and permissions included), prepared once. "The same bytes" means the app's own
 * document, cut wherever it shows a value of those rows, filled in again with the rows read now, and compressed by the
 * app's own function. This is a generous floor: the cookie isn't verified, the arguments come from the app's one run,
 * times and volumes aren't formatted again, and no security headers are set. `fork("bench/bare.ts", [database file])`,
 * then send the captures as a message.
 */
endWithParent();
const db = new Sqlite(process.argv[2] ?? "", { readonly: true, fileMustExist: true });

type Page = { template: Template; read: () => RowSets };
const pages = new Map<string, Page>();

function pageOf({ html, ran }: Capture): Page {
  const statements = ran.map(({ sql, args }) => ({
    all: db.prepare(sql).raw(true),
    args: args.map((arg) => (typeof arg === "boolean" ? Number(arg) : arg)),
  }));
  const read = () => statements.map(({ all, args }) => all.all(...args)) as RowSets;
  return { template: templateOf(html, read()), read };
}

const server = createServer(async (request, response) => {
  const page = pages.get(request.url ?? "");
  if (!page) {
    response.writeHead(404).end();
    return;
  }
  const html = fill(page.template, page.read());
  const { body, encoding } = await compressDocument(
    Buffer.from(html),
    String(request.headers["accept-encoding"]),
  );
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": body.byteLength,
    "Cache-Control": "private, no-store",
    Vary: "Accept-Encoding, Cookie",
    ...(encoding ? { "Content-Encoding": encoding } : {}),
  });
  response.end(body);
});

process.once("message", (captures: Capture[]) => {
  for (const capture of captures) pages.set(capture.path, pageOf(capture));
  server.listen(0, "127.0.0.1", () => {
    tell({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
