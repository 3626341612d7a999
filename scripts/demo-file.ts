import "./help.mjs";
import { rmSync } from "node:fs";
import { makeDemoFile } from "./serve";

/** Create the demo database that all parts of `npm test` copy. The file appears at `TEST_DEMO` only once it is complete. */
const named = process.env.TEST_DEMO;
if (!named) throw new Error("TEST_DEMO says where the demo is left.");
const draft = `${named}.${process.pid}.draft`;
await makeDemoFile(draft);
for (const suffix of ["", "-wal", "-shm"]) rmSync(draft + suffix, { force: true });
