import type { FormField } from "~/ui/simple-form";

/** Ask who pays if there is a choice: the company itself, or one without people that it settles for. */
export const createPayerField = (payers: { value: string; label: string }[]): FormField[] =>
  payers.length > 1
    ? [
        {
          name: "paying_company_id",
          label: "Who pays",
          kind: "select",
          options: payers,
          required: true,
          hint: "You settle for companies that pay on your jobs and have no people here.",
        },
      ]
    : [];
