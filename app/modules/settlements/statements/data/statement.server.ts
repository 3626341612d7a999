import { eq } from "drizzle-orm";
import { z } from "zod";
import { settlementSetting } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import {
  readBalances,
  readHead,
  readInvoice,
  readLines,
  readPayments,
  readRemarks,
  readSums,
} from "../../shared/read.server";
import {
  formatRemark,
  formatSectionName,
  formatStatementTitle,
  PAPER_SECTIONS,
  type PaperLine,
  type PaperSection,
} from "../rules/paper";
import { writeIif } from "../rules/quickbooks";
import { listSums } from "../rules/sums";
import { formatBillsCsv, formatStatementCsv, iterateOnce } from "./files.server";
import { writeStatementPdf } from "./pdf.server";
import { writeStatementXlsx } from "./workbook.server";

export const LINES_A_PAGE = 100;
const id = z.number().int().positive();

/** Read a statement's page: its head, a page of its lines with group sums, balances and payments. */
export const getPayStatement = procedure({
  name: "getPayStatement",
  may: "settlement.read",
  input: z.strictObject({ id, page: z.number().int().min(0).max(100_000), all: z.boolean().default(false) }),
  async run(ctx, { id, page, all }) {
    const { head, statement, is_payer } = await readHead(ctx, id);
    const window = all ? undefined : { skip: page * LINES_A_PAGE, take: LINES_A_PAGE };
    const [lines, sums, payments, balances, invoice] = await Promise.all([
      readLines(ctx, id, window),
      readSums(ctx, id),
      readPayments(ctx, id),
      readBalances(ctx, statement),
      readInvoice(ctx, statement),
    ]);
    const claims = lines.flatMap((line) => line.claim_id ?? []);
    const remarks = await readRemarks(ctx, claims);
    const { permissions } = ctx.actor;
    const open = head.status === "Unpaid";
    const isReceiver = statement.receiving_company_id === ctx.actor.company.id;
    return {
      head,
      title: formatStatementTitle(head),
      page,
      lines: withRemarks(lines, remarks),
      subtotals: sums.map((sum) => ({
        key: formatSectionName(
          PAPER_SECTIONS[sum.section] ?? ("below" satisfies PaperSection),
          sum.job_name,
          sum.settlement_type_id,
          sum.kind,
        ),
        day: sum.earned_on ?? "",
        cents: sum.cents,
        lines: sum.lines,
      })),
      sums: listSums(head),
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

type Remarks = Awaited<ReturnType<typeof readRemarks>>;
const withRemarks = (lines: readonly PaperLine[], remarks: Remarks): PaperLine[] =>
  lines.map((line) => ({
    ...line,
    remarks: line.claim_id === null ? [] : remarks.filter((r) => r.claim === line.claim_id).map(formatRemark),
  }));

export const FILES = ["pdf", "csv", "xlsx", "bills", "iif"] as const;
const TYPES = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  bills: "text/csv; charset=utf-8",
  iif: "text/plain; charset=windows-1252",
} as const;

/** Return a statement as a file. Bookkeeping files are only for the payer, whose accounts they name. */
export const readPayStatementFile = procedure({
  name: "readPayStatementFile",
  may: "settlement.read",
  input: z.strictObject({ id, as: z.enum(FILES) }),
  async run(ctx, { id, as }) {
    const { head, statement, is_payer } = await readHead(ctx, id);
    const isBook = as === "bills" || as === "iif";
    if (isBook && (!is_payer || head.number === null)) throw notFound();
    const stored = await readLines(ctx, id);
    const claims = stored.flatMap((line) => line.claim_id ?? []);
    // Remarks about lines are for the two companies, not for the books.
    const paper = { head, lines: isBook ? stored : withRemarks(stored, await readRemarks(ctx, claims)) };
    const [setting] = isBook
      ? await ctx.read
          .select({ accounts: settlementSetting.accounts })
          .from(settlementSetting)
          .where(eq(settlementSetting.company_id, statement.paying_company_id))
      : [];
    const accounts = setting?.accounts ?? {};
    // Shown only on paper.
    const [payments, balances] =
      as === "pdf" ? await Promise.all([readPayments(ctx, id), readBalances(ctx, statement)]) : [[], []];
    const body = {
      pdf: () => writeStatementPdf({ ...paper, is_payer, payments, balances }),
      csv: () => iterateOnce(formatStatementCsv(paper)),
      xlsx: () => writeStatementXlsx(paper),
      bills: () => iterateOnce(formatBillsCsv(paper, accounts)),
      iif: () => iterateOnce(writeIif(paper, accounts)),
    }[as];
    const kind = as === "bills" ? "bills.csv" : as;
    const name = `statement-${head.number ?? `draft-${head.id}`}${as === "bills" ? "-" : "."}${kind}`;
    return { name, contentType: TYPES[as], body: body() };
  },
});
