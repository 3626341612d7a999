import type { Payer } from "../shared/payer.server";
import type { DaySpan } from "./periods";

/** A statement to make: its two companies, its days, and when it is paid. */
export type StatementHead = DaySpan & {
  payer: Payer;
  receiver: number;
  pay_on: string;
  memo: string | null;
  job_id: number | null;
  run: number | null;
};
