import { definePost, type PostsByAddress } from "~/web/post.server";
import { markImportRows } from "./data/rows.server";
import { saveImport } from "./data/save.server";
import { setImportNameMeanings } from "./data/words.server";
import type { pages } from "./pages";

const fixed = { import_id: "importId" };

/** Form actions of an import's page. */
export const posts: PostsByAddress<typeof pages> = {
  "/trip-tickets/imports/:importId/rows": definePost(markImportRows, { fixed }),
  "/trip-tickets/imports/:importId/saving": definePost(saveImport, { fixed }),
  "/trip-tickets/imports/:importId/words": definePost(setImportNameMeanings, { fixed }),
};
