import { type PostsByAddress, post } from "~/web/post.server";
import { settleImportRows } from "./data/rows.server";
import { saveImport } from "./data/save.server";
import { explainImportWords } from "./data/words.server";
import type { pages } from "./pages";

const fixed = { import_id: "importId" };

/** The small forms on an import's page. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/imports/:importId/rows": post(settleImportRows, { fixed }),
  "/trip-tickets/imports/:importId/saving": post(saveImport, { fixed }),
  "/trip-tickets/imports/:importId/words": post(explainImportWords, { fixed }),
};
