import { z } from "zod";
import { settlementStatusType, settlementType } from "#db/schema";
import { fullListParams, slicePage } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { settlementStatusTypesOutput, settlementTypesOutput } from "../rules/output";

const input = z.strictObject(fullListParams);

export const listSettlementStatusTypes = procedure({
  name: "listSettlementStatusTypes",
  audience: "known",
  input,
  output: settlementStatusTypesOutput,
  async run(ctx, query) {
    const { rows, meta } = slicePage(
      await ctx.read.select().from(settlementStatusType).orderBy(settlementStatusType.id),
      query,
    );
    return { settlement_status_types: rows.map((row) => ({ settlement_status_type: row })), meta };
  },
});

export const listSettlementTypes = procedure({
  name: "listSettlementTypes",
  audience: "known",
  input,
  output: settlementTypesOutput,
  async run(ctx, query) {
    const { rows, meta } = slicePage(
      await ctx.read.select().from(settlementType).orderBy(settlementType.id),
      query,
    );
    return { settlement_types: rows.map((row) => ({ settlement_type: row })), meta };
  },
});
