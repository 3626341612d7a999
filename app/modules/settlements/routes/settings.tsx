import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDate } from "~/lib/time/time";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import {
  BOOKKEEPING_ACCOUNT_KINDS,
  getSettlementSettings,
  saveSettlementSettings,
} from "../data/settings.server";

export const meta: MetaFunction = () => [{ title: "Settlement settings · Timbertally" }];

const PERIODS = [
  { value: "weekly", label: "Every week, from Monday" },
  { value: "biweekly", label: "Every two weeks" },
  { value: "semimonthly", label: "Twice a month: the 1st and the 16th" },
  { value: "monthly", label: "Every month" },
];

export async function loader(args: LoaderFunctionArgs) {
  const setting = await callProcedure(getSettlementSettings, await createContext(args), {});
  return { setting, accounts: [...BOOKKEEPING_ACCOUNT_KINDS], submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(saveSettlementSettings, args, { to: () => "/settlements/settings?done=saved" });

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Settlement settings page: pay period, payment delay, and the bookkeeping account for each kind of line. */
export default function Settings() {
  const { setting, accounts, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <h2>Settings</h2>
      <p>
        {setting.closed_through
          ? `Your books are closed through ${formatDate(setting.closed_through)}.`
          : "Your books haven't been closed yet."}{" "}
        <a href="/settlements/closing">Close the books</a>
      </p>
      <SimpleForm
        result={result}
        submissionId={submission_id}
        version={setting.version}
        values={{
          period: setting.period,
          period_anchor: setting.period_anchor ?? "",
          pay_lag_days: String(setting.pay_lag_days),
          starts_on: setting.starts_on === "0001-01-01" ? "" : setting.starts_on,
          ...Object.fromEntries(accounts.map((name) => [`accounts.${name}`, setting.accounts[name] ?? ""])),
        }}
        button="Save"
        back={{ href: "/settlements", label: "Cancel" }}
        fields={[
          { name: "period", label: "You pay", kind: "select", options: PERIODS, required: true },
          {
            name: "period_anchor",
            label: "Two-week periods start on",
            kind: "date",
            hint: "The Monday of its week",
          },
          { name: "pay_lag_days", label: "Days until you pay", required: true, maxLength: 2 },
          {
            name: "starts_on",
            label: "Settle loads from",
            kind: "date",
            required: true,
            hint: "Loads before this day are settled elsewhere.",
          },
          ...accounts.map((name) => ({
            name: `accounts.${name}`,
            label: `Account for ${name === "adjustments" ? "adjustments" : capital(name)}`,
            maxLength: 80,
          })),
        ]}
      />
    </div>
  );
}
