import type { FormField } from "~/ui/simple-form";

/** Form field for the payer if there is a choice: the acting company, or a payer without users that it settles for. */
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
