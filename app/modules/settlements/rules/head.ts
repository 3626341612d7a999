import type { Payer } from "../shared/payer.server";
import type { DaySpan } from "./periods";

/** Statement to create: payer, receiver, period, payment date, and optional memo, job and run. */
export type StatementHead = DaySpan & {
  payer: Payer;
  receiver: number;
  pay_on: string;
  memo: string | null;
  job_id: number | null;
  run: number | null;
};
