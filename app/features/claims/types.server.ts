import { z } from "zod";
import { settlementStatusType, settlementType } from "#db/schema";
import { partOf, wholeList } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { settlementStatusTypesOutput, settlementTypesOutput } from "./output";

const input = z.strictObject(wholeList);

export const listSettlementStatusTypes = procedure({
  name: "listSettlementStatusTypes",
  audience: "known",
  input,
  output: settlementStatusTypesOutput,
  async run(ctx, asked) {
    const { rows, meta } = partOf(
      await ctx.read.select().from(settlementStatusType).orderBy(settlementStatusType.id),
      asked,
    );
    return { settlement_status_types: rows.map((row) => ({ settlement_status_type: row })), meta };
  },
});

export const listSettlementTypes = procedure({
  name: "listSettlementTypes",
  audience: "known",
  input,
  output: settlementTypesOutput,
  async run(ctx, asked) {
    const { rows, meta } = partOf(
      await ctx.read.select().from(settlementType).orderBy(settlementType.id),
      asked,
    );
    return { settlement_types: rows.map((row) => ({ settlement_type: row })), meta };
  },
});
