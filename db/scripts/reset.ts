import { rmSync } from "node:fs";
import { DATABASE_URL } from "./environment";

/** Delete the embedded database and create it again with the demo. Never touches a server's. */
if (!DATABASE_URL.startsWith("file:")) {
  console.error("Only an embedded database (file:…) is reset.");
  process.exit(1);
}
if (process.env.NODE_ENV === "production") {
  console.error("Nothing is reset in production.");
  process.exit(1);
}
const path = DATABASE_URL.slice("file:".length);
for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
await import("./migrate");
await import("./seed");
