import { eq } from "drizzle-orm";
import { z } from "zod";
import { settlementSetting } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import {
  readBalances,
  readLineGroupSums,
  readLineRemarks,
  readPayStatementHeader,
  readPayStatementLines,
  readStatementInvoice,
  readStatementPayments,
} from "../../shared/read.server";
import {
  buildLineGroupKey,
  formatRemark,
  formatStatementTitle,
  type PayStatementLine,
  STATEMENT_SECTIONS,
  type StatementSection,
} from "../rules/paper";
import { writeIif } from "../rules/quickbooks";
import { listStatementSums } from "../rules/sums";
import { formatBillsCsv, formatStatementCsv, toByteStream } from "./files.server";
import { writeStatementPdf } from "./pdf.server";
import { writeStatementXlsx } from "./workbook.server";

export const LINES_PER_PAGE = 100;
const id = z.number().int().positive();

/** Read the data of a statement's page: header, one page of lines with group sums, balances and payments. */
export const getPayStatement = procedure({
  name: "getPayStatement",
  may: "settlement.read",
  input: z.strictObject({ id, page: z.number().int().min(0).max(100_000), all: z.boolean().default(false) }),
  async run(ctx, { id, page, all }) {
    const { head, statement, is_payer } = await readPayStatementHeader(ctx, id);
    const window = all ? undefined : { skip: page * LINES_PER_PAGE, take: LINES_PER_PAGE };
    const [lines, sums, payments, balances, invoice] = await Promise.all([
      readPayStatementLines(ctx, id, window),
      readLineGroupSums(ctx, id),
      readStatementPayments(ctx, id),
      readBalances(ctx, statement),
      readStatementInvoice(ctx, statement),
    ]);
    const claims = lines.flatMap((line) => line.claim_id ?? []);
    const remarks = await readLineRemarks(ctx, claims);
    const { permissions } = ctx.actor;
    const open = head.status === "Unpaid";
    const isReceiver = statement.receiving_company_id === ctx.actor.company.id;
    return {
      head,
      title: formatStatementTitle(head),
      page,
      lines: withRemarks(lines, remarks),
      subtotals: sums.map((sum) => ({
        key: buildLineGroupKey(
          STATEMENT_SECTIONS[sum.section] ?? ("below" satisfies StatementSection),
          sum.job_name,
          sum.settlement_type_id,
          sum.kind,
        ),
        day: sum.earned_on ?? "",
        cents: sum.cents,
        lines: sum.lines,
      })),
      sums: listStatementSums(head),
      payments,
      balances,
      is_payer,
      invoice,
      rights: {
        invoice: isReceiver && open && !invoice && hasPermission(permissions, "invoice.create"),
        pay: is_payer && open && hasPermission(permissions, "settlement.update"),
        void: is_payer && open && head.paid_cents === 0 && hasPermission(permissions, "settlement.delete"),
        reverse: is_payer && head.paid_cents > 0 && hasPermission(permissions, "settlement.delete"),
        post: is_payer && head.status === "Draft" && hasPermission(permissions, "settlement.create"),
        remark: !is_payer && head.number !== null,
      },
    };
  },
});

type Remarks = Awaited<ReturnType<typeof readLineRemarks>>;
const withRemarks = (lines: readonly PayStatementLine[], remarks: Remarks): PayStatementLine[] =>
  lines.map((line) => ({
    ...line,
    remarks: line.claim_id === null ? [] : remarks.filter((r) => r.claim === line.claim_id).map(formatRemark),
  }));

export const STATEMENT_FILE_TYPES = ["pdf", "csv", "xlsx", "bills", "iif"] as const;
const TYPES = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  bills: "text/csv; charset=utf-8",
  iif: "text/plain; charset=windows-1252",
} as const;

/** Return a statement as a file. Only the payer gets bookkeeping files, which name the payer's accounts. */
export const readPayStatementFile = procedure({
  name: "readPayStatementFile",
  may: "settlement.read",
  input: z.strictObject({ id, as: z.enum(STATEMENT_FILE_TYPES) }),
  async run(ctx, { id, as }) {
    const { head, statement, is_payer } = await readPayStatementHeader(ctx, id);
    const isBook = as === "bills" || as === "iif";
    if (isBook && (!is_payer || head.number === null)) throw notFound();
    const stored = await readPayStatementLines(ctx, id);
    const claims = stored.flatMap((line) => line.claim_id ?? []);
    // Omit remarks about lines from bookkeeping files: they concern only the two companies.
    const paper = { head, lines: isBook ? stored : withRemarks(stored, await readLineRemarks(ctx, claims)) };
    const [setting] = isBook
      ? await ctx.read
          .select({ accounts: settlementSetting.accounts })
          .from(settlementSetting)
          .where(eq(settlementSetting.company_id, statement.paying_company_id))
      : [];
    const accounts = setting?.accounts ?? {};
    // Only the PDF shows payments and balances.
    const [payments, balances] =
      as === "pdf"
        ? await Promise.all([readStatementPayments(ctx, id), readBalances(ctx, statement)])
        : [[], []];
    const body = {
      pdf: () => writeStatementPdf({ ...paper, is_payer, payments, balances }),
      csv: () => toByteStream(formatStatementCsv(paper)),
      xlsx: () => writeStatementXlsx(paper),
      bills: () => toByteStream(formatBillsCsv(paper, accounts)),
      iif: () => toByteStream(writeIif(paper, accounts)),
    }[as];
    const kind = as === "bills" ? "bills.csv" : as;
    const name = `statement-${head.number ?? `draft-${head.id}`}${as === "bills" ? "-" : "."}${kind}`;
    return { name, contentType: TYPES[as], body: body() };
  },
});
