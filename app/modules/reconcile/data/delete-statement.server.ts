import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { millStatement, millStatementLine } from "#db/schema";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { readStatementHead } from "./own.server";

const input = z.strictObject({ statement_id: z.number().int() });

/**
 * Delete a statement without accepted lines, for example a file uploaded twice. Accepted lines must be undone first,
 * because their tickets name the statement as the source of their volume. A statement published by a mill can't be
 * deleted by either company.
 */
export const deleteStatement = procedure({
  name: "deleteStatement",
  may: "trip_ticket.update",
  input,
  output: idOutput,
  async run(ctx, { statement_id: id }) {
    const head = await readStatementHead(ctx, id);
    if (head.published_from_id !== null)
      throw unprocessable("The mill published this statement, so it stays.");
    const isAccepted = sql`EXISTS (SELECT 1 FROM mill_statement_line l WHERE l.mill_statement_id = ${id} AND l.accepted_at IS NOT NULL)`;
    const isPublished = sql`EXISTS (SELECT 1 FROM mill_statement s WHERE s.published_from_id = ${id})`;
    const [row] = await ctx.read
      .select({ accepted: sql<number>`${isAccepted}`, published: sql<number>`${isPublished}` })
      .from(millStatement)
      .where(eq(millStatement.id, id));
    if (row?.accepted) throw unprocessable("Some of its loads are accepted. Take them back first.");
    if (row?.published) throw unprocessable("You published this statement, so it stays.");
    return ctx.commit(
      [
        // Fail if a line was accepted or the statement published since the statement was read.
        expectOneRow(
          ctx.write
            .update(millStatement)
            .set({ bytes: 0 })
            .where(
              sql`${millStatement.id} = ${id} AND ${millStatement.company_id} = ${ctx.actor.company.id} AND NOT ${isAccepted} AND NOT ${isPublished}`,
            ),
        ),
        allowAnyRows(ctx.write.delete(millStatementLine).where(eq(millStatementLine.mill_statement_id, id))),
        expectOneRow(ctx.write.delete(millStatement).where(eq(millStatement.id, id))),
      ],
      { id },
    );
  },
});
