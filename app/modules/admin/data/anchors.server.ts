import { desc, sql } from "drizzle-orm";
import { z } from "zod";
import { auditAnchor } from "#db/schema";
import { parseAnchor } from "~/lib/audit-anchors/anchors.server";
import { formatInstant } from "~/lib/time/time";
import { listOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { procedure } from "~/web/procedure";

/** List the signed anchors of the history, newest first; for super users. */
export const listAnchors = procedure({
  name: "listAnchors",
  audience: "super",
  input: z.strictObject(pagingParams),
  output: listOutput(
    "anchors",
    z.strictObject({
      seq: z.number().int(),
      line: z.string().describe("Exactly what was signed."),
      hash: z.string().describe("SHA-256 of the line, which the next line names."),
      signature: z.string().describe("Ed25519 by the key that the line names."),
    }),
  ),
  async run(ctx, { take, skip }) {
    const [anchors, [counted]] = await Promise.all([
      ctx.read
        .select()
        .from(auditAnchor)
        .orderBy(desc(auditAnchor.seq))
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
      ctx.read.select({ n: sql<number>`count(*)` }).from(auditAnchor),
    ]);
    return { anchors, meta: { total: counted?.n ?? 0, skip, take } };
  },
});

/** Return the last anchor as text, and the key with which anyone can verify it. */
export const getLastAnchor = procedure({
  name: "getLastAnchor",
  audience: "super",
  input: z.strictObject({}),
  async run(ctx) {
    const [row] = await ctx.read.select().from(auditAnchor).orderBy(desc(auditAnchor.seq)).limit(1);
    const line = row && parseAnchor(row.line);
    if (!row || !line) return null;
    return {
      seq: row.seq,
      hash: row.hash,
      key: line.key,
      when: { at: line.at, text: formatInstant(line.at, ctx.actor.zone, ctx.now) },
    };
  },
});
