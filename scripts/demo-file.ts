import { makeDemoFile } from "./serve";

/** Makes the demo that all tiers of `npm test` copy. It is named only once it is whole. */
const file = process.env.TEST_DEMO;
if (!file) throw new Error("TEST_DEMO says where the demo is put.");
await makeDemoFile(file);
