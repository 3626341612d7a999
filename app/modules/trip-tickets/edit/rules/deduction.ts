import { formatPounds, subtractDeduction } from "~/lib/units/measures";

type Weighed = {
  net_pounds: number | null;
  deduction_pounds: number | null;
  deduction_class: string | null;
};

/**
 * Format the mill's deduction from a load's weight, with the reason, and the remaining net; null if nothing was
 * deducted.
 */
export const formatDeduction = ({
  net_pounds: net,
  deduction_pounds: off,
  deduction_class: why,
}: Weighed) => ({
  deduction: off === null ? null : [formatPounds(off), why].filter(Boolean).join(", "),
  after_deduction: off && net !== null ? formatPounds(subtractDeduction(net, off)) : null,
});
