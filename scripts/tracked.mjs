import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The files that git keeps in a folder, or would keep with the next commit. Where the folder came without git (an
 * archive, an image), all files but those that .gitignore names.
 * @param {string} folder
 * @returns {string[]}
 */
export function trackedFiles(folder) {
  const git = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: folder });
  const paths =
    git.status === 0 ? git.stdout.toString().split("\0").filter(Boolean) : walk(folder, ignoredIn(folder));
  // Git still names a file that has been removed and not yet committed.
  return [...new Set(paths)].filter((path) => existsSync(join(folder, path)));
}

/** @returns {Set<string>} the plain names of .gitignore; patterns are left out */
function ignoredIn(folder) {
  const file = join(folder, ".gitignore");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return new Set([".git", ...lines.map((line) => line.trim().replace(/\/$/, ""))]);
}

function walk(folder, ignored, under = "") {
  return readdirSync(join(folder, under))
    .filter((name) => !ignored.has(name))
    .flatMap((name) => {
      const path = join(under, name);
      return statSync(join(folder, path)).isDirectory() ? walk(folder, ignored, path) : [path];
    });
}
