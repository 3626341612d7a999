import "./help.mjs";
import { rmSync } from "node:fs";
import { makeDemoFile } from "./serve";

/** Create the demo that all tiers of `npm test` copy; the file appears at `TEST_DEMO` only once complete. */
const named = process.env.TEST_DEMO;
if (!named) throw new Error("TEST_DEMO says where the demo is left.");
const draft = `${named}.${process.pid}.draft`;
await makeDemoFile(draft);
for (const suffix of ["", "-wal", "-shm"]) rmSync(draft + suffix, { force: true });
