import { z } from "zod";
import { creatorShape } from "~/core/history/output";
import { outputId as id, listOf, outputInstant } from "~/web/output";

/** Comments and photos, of a ticket as of a job. */
const words = z.string();

export const commentsOutput = listOf(
  "comments",
  z.strictObject({
    id,
    content: words,
    created_at: outputInstant,
    last_modified_at: outputInstant,
    version: id,
    ...creatorShape,
  }),
);

export const photosOutput = listOf(
  "photos",
  z.strictObject({
    id,
    photo_url: words,
    caption: words.nullable(),
    created_at: outputInstant,
    version: id,
    ...creatorShape,
  }),
);

/** A comment that was made, on a ticket or on a job. */
export const commentedOutput = (on: "ticket" | "job") =>
  z.strictObject({ id: id.describe(`The ${on}.`), comment_id: id });

/** A photo that was added. */
export const photographedOutput = (of: "ticket" | "job") =>
  z.strictObject({ id: id.describe(`The ${of}.`), photo_id: id });
