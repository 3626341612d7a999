import type { Payer } from "~/core/settling/payer.server";
import type { Span } from "~/domain/settling/periods";

/** A statement to make: its two companies, its days, and when it is paid. */
export type StatementHead = Span & {
  payer: Payer;
  receiver: number;
  pay_on: string;
  memo: string | null;
  job_id: number | null;
  run: number | null;
};
