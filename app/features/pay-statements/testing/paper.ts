import type { PaperHead, PaperLine } from "../paper";

/** A statement of $330.00 that is not paid yet. */
export const HEAD: PaperHead = {
  id: 1,
  number: 12,
  payer: "Deward Timber",
  receiver: "Otto Logging",
  receiver_ein: null,
  period_start: "2026-10-26",
  period_end: "2026-11-01",
  pay_on: "2026-11-13",
  status: "Unpaid",
  gross_cents: 33_000,
  adjustments_cents: 0,
  total_cents: 33_000,
  paid_cents: 0,
  line_count: 1,
  memo: null,
  void_reason: null,
  hash: null,
};

/** Its load. */
export const LINE: PaperLine = {
  seq: 1,
  section: "loads",
  claim_id: 7,
  date: "2026-10-26",
  load: "12",
  ticket: "SLT-12",
  scale_ticket: "S-12",
  job: "Deward",
  service: "Haul",
  product: "Red oak",
  destination: "Grayling",
  quantity: "26.4",
  unit: "tons",
  rate: "$12.50 per ton",
  figures: { quantity: 26.4, rate: 12.5, per: "per ton" },
  amount_cents: 33_000,
  words: "By weight",
  remarks: ["Disputed by Otto Logging: It was 28 tons"],
  account: "haul",
};

/** What isn't a load: a deduction, with what somebody typed of it. */
export const deduction = (seq: number, words: string, amount_cents: number): PaperLine => ({
  ...LINE,
  seq,
  section: "below",
  claim_id: null,
  date: "",
  load: "",
  ticket: "",
  scale_ticket: "",
  job: "",
  service: "Deduction",
  product: "",
  destination: "",
  quantity: "",
  unit: "",
  rate: "",
  figures: { quantity: null, rate: null, per: "" },
  amount_cents,
  words,
  remarks: [],
  account: "deduction",
});
