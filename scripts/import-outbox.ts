/**
 * `npx tsx scripts/import-outbox.ts FILE --login EMAIL [--url URL]`: submit the unsent forms in a file that a user
 * downloaded from their device. The user's password is read from OUTBOX_PASSWORD, or from a prompt.
 */
import "./help.mjs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { isUnsent } from "../app/modules/offline/rules/kept-forms";
import { sendOutbox } from "./send-outbox";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    login: { type: "string" },
    url: { type: "string", default: process.env.PUBLIC_URL ?? "http://localhost:3000" },
  },
});
const [file] = positionals;
const { login, url } = values;
if (!file || !login || positionals.length > 1) {
  console.error(
    "Name the file and its writer: npx tsx scripts/import-outbox.ts FILE --login EMAIL [--url URL]",
  );
  process.exit(1);
}

async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await lines.question(`Password of ${login}: `);
  lines.close();
  return typed;
}

const sent = await sendOutbox({
  url: url.replace(/\/$/, ""),
  login,
  password: process.env.OUTBOX_PASSWORD ?? (await askPassword()),
  text: await readFile(file, "utf8"),
});
if (!sent) {
  console.error("This isn't a file of what a device hasn't sent.");
  process.exit(1);
}
for (const { title, action, state, said } of sent.items)
  console.log(
    [state === "sent" ? "Saved" : state === "needs" ? "Refused" : "Not sent", title || action, said]
      .filter(Boolean)
      .join(": "),
  );
const open = sent.items.filter(isUnsent).length;
console.log(
  `${sent.items.length - open} saved, ${open} not, ${sent.others} of another person or company left alone.`,
);
process.exitCode = open ? 1 : 0;
