import { z } from "zod";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";

const words = z.string();
const text = words.nullable();

export const roadsOutput = listOutput(
  "roads",
  z.strictObject({
    id,
    road_type_id: id,
    name: text,
    notes: text,
    geom: z.unknown().describe("GeoJSON LineString, or null."),
    created_at: words,
    version,
  }),
);
