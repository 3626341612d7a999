import { z } from "zod";
import { creatorShape } from "~/modules/history/rules/output";
import { outputId as id, listOutput, outputInstant } from "~/web/output";

/** Responses with comments and photos of tickets and jobs. */
const words = z.string();

export const commentsOutput = listOutput(
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

export const photosOutput = listOutput(
  "photos",
  z.strictObject({
    id,
    photo_url: words,
    caption: words.nullable(),
    created_at: outputInstant,
    taken_local: words.nullable().describe("By the camera's own clock; null if the photo doesn't tell."),
    taken_at: words
      .nullable()
      .describe("The same as an instant; null if the camera names no offset from UTC."),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    version: id,
    ...creatorShape,
  }),
);

/** Response for a comment created on a ticket or on a job. */
export const createdCommentOutput = (on: "ticket" | "job") =>
  z.strictObject({ id: id.describe(`The ${on}.`), comment_id: id });

/** Added photo. */
export const createdPhotoOutput = (of: "ticket" | "job") =>
  z.strictObject({ id: id.describe(`The ${of}.`), photo_id: id });
