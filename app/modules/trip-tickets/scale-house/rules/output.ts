import { z } from "zod";
import { outputId, outputInstant, outputVersion } from "~/web/output";

const words = z.string();
const text = words.nullable();
const pounds = z.number().int().nullable();
const wood = words.describe("The product's key, 5-746-0.");
const zodObject = z.strictObject({ at: outputInstant, text: words });

const comingOutput = z.strictObject({
  id: outputId,
  number: outputId,
  truck: text,
  driver: text,
  hauler: text,
  product: words,
  wood,
  supplier: words,
  since: text.describe("How long ago it was picked up, or arrived."),
  gross: text,
  is_rejected: z.boolean(),
});

const choice = {
  id: outputId,
  number: outputId,
  load_number: z.number().int(),
  job: words,
  truck: text,
  product: words,
  wood,
  supplier: words,
  status: words,
};

/** Contents of the scale house page: the queue, the requested load, the latest loads, the day's totals. */
export const scaleHouseOutput = z.strictObject({
  coming: z.array(comingOutput),
  more_coming: z.boolean(),
  waiting: z.array(comingOutput).describe("Weighed in, not yet weighed out."),
  card: z
    .strictObject({
      ...choice,
      driver: text,
      hauler: text,
      place: words,
      estimate: text,
      picked_up: text,
      unit: outputId,
      unit_words: words,
      gross: pounds,
      tare: pounds,
      scale_ticket_number: text,
      is_scaled: z.boolean(),
      scaled: text,
      net: text,
      last_tare: z.strictObject({ pounds: z.number().int(), when: text }).nullable(),
      haulers: z
        .array(z.strictObject({ value: outputId, label: words }))
        .describe("Who may be named as the hauler of a load without a claim."),
      note: text,
    })
    .nullable()
    .describe("The load that `load` names."),
  choices: z.array(z.strictObject(choice)).describe("Where `load` names several."),
  problem: text.describe("Why `load` names none."),
  latest: z.array(
    z.strictObject({
      id: outputId,
      version: outputVersion,
      number: outputId,
      supplier: words,
      product: words,
      wood,
      truck: text,
      gross: pounds,
      tare: pounds,
      net: pounds,
      volume: text,
      scale_ticket_number: text,
      deduction: pounds,
      at: zodObject,
      waits_for_tare: z.boolean(),
      still: text,
      converted: text,
      may_undo: z.boolean(),
      warnings: z.array(words),
    }),
  ),
  totals: z.array(
    z.strictObject({
      supplier: words,
      product: words,
      wood,
      loads: z.number().int(),
      unscaled: z.number().int(),
      volume: text,
      net: text,
    }),
  ),
  makes_loads: z.boolean(),
});

export const receivedOutput = z.strictObject({ id: outputId, warnings: z.array(words) });
export const rejectedOutput = z.strictObject({ id: outputId, number: outputId });
export const receiptUndoneOutput = z.strictObject({ id: outputId, filled: z.boolean().optional() });
