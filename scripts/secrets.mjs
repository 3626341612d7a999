/**
 * `node scripts/secrets.mjs`: no file that git keeps may carry a key, a token or a password, of ours or of anybody's service.
 * What is found is named by its place; the secret itself is not printed again.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { lintSource } from "@secretlint/core";
import { creator as recommended } from "@secretlint/secretlint-rule-preset-recommend";
import { trackedFiles } from "./tracked.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The secrets that `npm start` makes, and the tokens that an operator sets, as they are in a settings file. */
const OWN =
  /\b(SESSION_SECRET|QR_KEYS|VAPID_KEYS|DATABASE_AUTH_TOKEN)["']?\s*[:=]\s*["']?(?:[\w-]{1,87}:)?(?!\S*for-tests-alone)[\w.-]{43,}/g;

const ownSecrets = {
  meta: {
    id: "timbertally-secrets",
    type: "scanner",
    recommended: true,
    supportedContentTypes: ["text"],
    docs: { url: "docs/security.md" },
  },
  create: (context) => ({
    file(source) {
      for (const found of source.content.matchAll(OWN))
        context.report({
          message: { message: `${found[1]} with a value`, messageId: "OWN", data: {}, docs: {} },
          range: [found.index, found.index + found[0].length],
        });
    },
  }),
};

const config = {
  rules: [
    {
      id: "@secretlint/secretlint-rule-preset-recommend",
      rule: recommended,
      rules: [{ id: "@secretlint/secretlint-rule-aws", options: { enableIDScanRule: true } }],
    },
    { id: ownSecrets.meta.id, rule: ownSecrets },
  ],
};

/** Return the secrets in a text, each as "path:line: kind"; empty if there are none. */
export async function secretsIn(path, content) {
  const { messages } = await lintSource({
    source: { filePath: path, content, contentType: "text" },
    options: { config, noPhysicFilePath: true, maskSecrets: true },
  });
  return messages.map((m) => `${path}:${m.loc.start.line}: ${m.message}`);
}

/** The same of every file that git keeps in a folder, or would keep with the next commit. */
export async function secretsOf(folder) {
  const paths = trackedFiles(folder);
  const found = [];
  for (const path of paths) {
    const bytes = readFileSync(join(folder, path));
    if (!bytes.includes(0)) found.push(...(await secretsIn(path, bytes.toString())));
  }
  return { files: paths.length, found };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { files, found } = await secretsOf(root);
  for (const line of found) console.error(line);
  console.log(found.length ? `${found.length} secrets` : `no secrets in ${files} files`);
  process.exit(found.length ? 1 : 0);
}
