/**
 * A process of its own for one uploaded file (`run.server.ts` starts it): it reads what somebody sent, answers once and
 * ends. It gets no secrets of the server's in its environment, yields the processor to the server, and where memory runs
 * out it is the one that the kernel ends.
 */
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { pathToFileURL } from "node:url";

try {
  setPriority(5);
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Only Linux has the second; reading works without either.
}

const APP = new URL("../", import.meta.url);
/** Folder of the built task modules, one file each (`vite.config.ts`); if unset, the sources are read. */
const BUILT = process.argv[2] ? pathToFileURL(`${process.argv[2]}/`) : null;

/**
 * What a module below `app/` exports under a name. The server sends only what the program has defined (`TASKS`), never a
 * name that a person sent; a path that leads out of `app/`, or of the build, is refused here too.
 */
async function exported(module, name) {
  const isBuilt = BUILT !== null && module.endsWith(".ts");
  const folder = isBuilt ? BUILT : APP;
  const file = new URL(isBuilt ? module.replace(/\.ts$/, ".mjs") : module, folder);
  if (!file.href.startsWith(folder.href)) throw new Error(`${module} isn't below app/`);
  if (module.endsWith(".ts") && !isBuilt) {
    const { register } = await import("tsx/esm/api");
    register();
  }
  const found = await import(file.href);
  return found[name];
}

process.once("message", async ({ module, name, input }) => {
  const work = await exported(module, name);
  const result = await work(input);
  process.send({ result }, () => process.exit(0));
});
process.once("disconnect", () => process.exit(1));
