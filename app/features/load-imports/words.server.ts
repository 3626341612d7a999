import { z } from "zod";
import { loadImportRow, loadImportWord } from "#db/schema";
import { keysOf } from "~/domain/records/records";
import { plainName } from "~/domain/text/plain-name";
import type { CompanyActor } from "~/web/actor";
import { mayMiss } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { knownFor } from "./known.server";
import { choicesFor, type KnownJob, NAME_FIELDS } from "./meaning";
import type { LoadImport } from "./own.server";
import { MOST_CELL, openImport, recheckSteps, rowIs } from "./rows.server";

/**
 * Say what names mean: "Popple" that product, "Manistee" that destination. Remembered for the company, so that the next
 * month's rows need no answers; what rows that name nothing mean holds for this import alone.
 */
export const explainImportWords = procedure({
  name: "explainImportWords",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    words: z
      .array(
        z.strictObject({
          field: z.enum(keysOf(NAME_FIELDS)),
          word: z
            .string()
            .max(MOST_CELL * 2)
            .default(""),
          job_id: z.number().int().min(0),
          /** An id or a product's key; left out where it isn't known yet. */
          value: z.string().max(40).default(""),
        }),
      )
      .max(200),
  }),
  output: idOutput,
  async run(ctx, { import_id, words }) {
    const { found, rows } = await openImport(ctx, import_id);
    const told = words.filter((w) => w.value !== "");
    if (told.length === 0) throw invalid({ words: ["Choose what at least one name means."] });
    const explained = told
      .filter((w) => w.word !== "")
      .map(({ field, word, job_id, value }) => ({ field, word: plainName(word), job_id, value }));
    const names = await namesOf(ctx, found, told);
    // Rows that name nothing are told the name itself, each for itself.
    const bare = told.filter((w) => w.word === "");
    const next = rows.map((row) => {
      const mended = { ...row.mended };
      for (const { field, job_id, value } of bare)
        if (row.asked?.some((a) => a.field === field && a.word === "" && a.job_id === job_id))
          mended[field] = names.get(`${job_id} ${field} ${value}`) ?? "";
      return { ...row, mended };
    });
    const company_id = ctx.actor.company.id;
    return ctx.commit(
      [
        ...explained.map((word) =>
          mayMiss(
            ctx.write
              .insert(loadImportWord)
              .values({ company_id, ...word })
              .onConflictDoUpdate({
                target: [
                  loadImportWord.company_id,
                  loadImportWord.job_id,
                  loadImportWord.field,
                  loadImportWord.word,
                ],
                set: { value: word.value },
              }),
          ),
        ),
        ...next.flatMap((row, at) =>
          JSON.stringify(row.mended) === JSON.stringify(rows[at]?.mended)
            ? []
            : [
                mayMiss(
                  ctx.write
                    .update(loadImportRow)
                    .set({ mended: row.mended })
                    .where(rowIs(import_id, row.line)),
                ),
              ],
        ),
        ...(await recheckSteps(ctx, found, next, explained)),
      ],
      { id: import_id },
    );
  },
});

/** What the chosen values are called; one that isn't a choice of its job is refused. */
async function namesOf(
  ctx: Ctx<CompanyActor>,
  found: LoadImport,
  told: readonly { field: keyof typeof NAME_FIELDS; word: string; job_id: number; value: string }[],
) {
  const names = new Map<string, string>();
  const read = new Map<number, KnownJob | undefined>();
  const jobOf = async (id: number) => {
    if (!read.has(id)) read.set(id, (await knownFor(ctx, id, new Set(), []))[0]);
    return read.get(id);
  };
  for (const { field, job_id, value } of told) {
    if (field === "job") {
      const job = await jobOf(Number(value) || 0);
      if (!job || found.job_id !== null) throw invalid({ words: ["Choose a job that takes loads."] });
      names.set(`${job_id} ${field} ${value}`, job.name);
      continue;
    }
    const job = await jobOf(job_id);
    const choice = choicesFor(job, field).find((c) => String(c.value) === value);
    if (!choice) throw invalid({ words: [`Choose a ${NAME_FIELDS[field]} of the job.`] });
    names.set(`${job_id} ${field} ${value}`, choice.name);
  }
  return names;
}
