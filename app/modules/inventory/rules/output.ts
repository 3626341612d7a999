import { z } from "zod";
import { productKeysShape } from "~/modules/jobs/rules/job-output";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";

const words = z.string();
const text = words.nullable();
const flag = z.boolean();

export const landingsOutput = listOutput(
  "landings",
  z.strictObject({
    id,
    name: text,
    notes: text,
    latitude: z.number().nullable().describe("Where it is; null is the job's own place."),
    longitude: z.number().nullable(),
    created_at: words,
    version,
    landing_inventory: z.array(
      z.strictObject({
        id,
        landing_id: id,
        ...productKeysShape,
        estimated_volume_remaining: z.number().describe("What this row adds or takes away, in its unit."),
        wood_unit_type_id: id,
        cutter_company_id: id.nullable(),
        skidder_company_id: id.nullable(),
        is_adjustment: flag,
        adjusts_id: id.nullable(),
        trip_ticket_id: id.nullable(),
        is_deleted: flag,
        created_at: words,
        version,
        can_edit: z.strictObject({
          estimated_volume_remaining: flag,
          wood_unit_type_id: flag,
          cutter_company_id: flag,
          skidder_company_id: flag,
        }),
      }),
    ),
  }),
);
