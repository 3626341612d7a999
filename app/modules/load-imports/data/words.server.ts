import { z } from "zod";
import { loadImportAlias, loadImportRow } from "#db/schema";
import { typedKeys } from "~/lib/object/records";
import { normalizeName } from "~/lib/text/plain-name";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { type ImportJob, listNameChoices, NAME_FIELDS } from "../rules/alias-rules";
import { readImportJobs } from "./lookup.server";
import type { LoadImport } from "./own.server";
import {
  buildRecheckImportSteps,
  MAX_CELL_LENGTH,
  requireOpenImport,
  unsavedRowCondition,
} from "./rows.server";

/**
 * Set the meanings of names, such as "Popple" for a product or "Manistee" for a destination. They are remembered for
 * the company, so that the next month's rows need no answers. A meaning for rows without a name is valid for this
 * import only.
 */
export const setImportNameMeanings = procedure({
  name: "explainImportWords",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    words: z
      .array(
        z.strictObject({
          field: z.enum(typedKeys(NAME_FIELDS)),
          word: z
            .string()
            .max(MAX_CELL_LENGTH * 2)
            .default(""),
          job_id: z.number().int().min(0),
          /** Id or product key that the name means; omitted if the user doesn't know it yet. */
          value: z.string().max(40).default(""),
        }),
      )
      .max(200),
  }),
  output: idOutput,
  async run(ctx, { import_id, words }) {
    const { found, rows } = await requireOpenImport(ctx, import_id);
    const matches = words.filter((w) => w.value !== "");
    if (matches.length === 0) throw invalid({ words: ["Choose what at least one name means."] });
    const explained = matches
      .filter((w) => w.word !== "")
      .map(({ field, word, job_id, value }) => ({ field, word: normalizeName(word), job_id, value }));
    const names = await namesOf(ctx, found, matches);
    // In rows without a name, store the chosen name in each row.
    const bare = matches.filter((w) => w.word === "");
    const next = rows.map((row) => {
      const corrections = { ...row.corrections };
      for (const { field, job_id, value } of bare)
        if (row.unresolved_names?.some((a) => a.field === field && a.word === "" && a.job_id === job_id))
          corrections[field] = names.get(`${job_id} ${field} ${value}`) ?? "";
      return { ...row, corrections };
    });
    const company_id = ctx.actor.company.id;
    return ctx.commit(
      [
        ...explained.map(({ word: alias, ...meaning }) =>
          allowAnyRows(
            ctx.write
              .insert(loadImportAlias)
              .values({ company_id, alias, ...meaning })
              .onConflictDoUpdate({
                target: [
                  loadImportAlias.company_id,
                  loadImportAlias.job_id,
                  loadImportAlias.field,
                  loadImportAlias.alias,
                ],
                set: { value: meaning.value },
              }),
          ),
        ),
        ...next.flatMap((row, index) =>
          JSON.stringify(row.corrections) === JSON.stringify(rows[index]?.corrections)
            ? []
            : [
                allowAnyRows(
                  ctx.write
                    .update(loadImportRow)
                    .set({ corrections: row.corrections })
                    .where(unsavedRowCondition(import_id, row.line)),
                ),
              ],
        ),
        ...(await buildRecheckImportSteps(ctx, found, next, explained)),
      ],
      { id: import_id },
    );
  },
});

/** Return the names of the chosen values; refuse a value that isn't a choice of its job. */
async function namesOf(
  ctx: Ctx<CompanyActor>,
  loadImport: LoadImport,
  messages: readonly { field: keyof typeof NAME_FIELDS; word: string; job_id: number; value: string }[],
) {
  const names = new Map<string, string>();
  const read = new Map<number, ImportJob | undefined>();
  const jobOf = async (id: number) => {
    if (!read.has(id)) read.set(id, (await readImportJobs(ctx, id, new Set(), []))[0]);
    return read.get(id);
  };
  for (const { field, job_id, value } of messages) {
    if (field === "job") {
      const job = await jobOf(Number(value) || 0);
      if (!job || loadImport.job_id !== null) throw invalid({ words: ["Choose a job that takes loads."] });
      names.set(`${job_id} ${field} ${value}`, job.name);
      continue;
    }
    const job = await jobOf(job_id);
    const choice = listNameChoices(job, field).find((c) => String(c.value) === value);
    if (!choice) throw invalid({ words: [`Choose a ${NAME_FIELDS[field]} of the job.`] });
    names.set(`${job_id} ${field} ${value}`, choice.name);
  }
  return names;
}
