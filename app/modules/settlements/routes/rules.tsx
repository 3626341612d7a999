import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getItemForm } from "../data/item-forms.server";
import { addSettlementRule, listSettlementRules, RULE_KINDS } from "../data/rules.server";
import { createPayerField } from "../rules/payer-field";
import { ADJUSTMENT_KIND_OPTIONS } from "../rules/words";
import { getSettlementsTrial } from "../shared/start-trial.server";

export const meta: MetaFunction = () => [{ title: "On every statement · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const [list, { is_active }] = await Promise.all([
    callProcedure(listSettlementRules, ctx, {}),
    callProcedure(getSettlementsTrial, ctx, {}),
  ]);
  // Rules remain readable after the subscription ends; adding a rule needs a subscription.
  const form = is_active ? await callProcedure(getItemForm, ctx, {}) : null;
  const kinds = ADJUSTMENT_KIND_OPTIONS.filter(({ value }) => RULE_KINDS.some((kind) => kind === value));
  return { ...list, me: ctx.actor.company?.id ?? 0, form, kinds, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(addSettlementRule, args, { to: () => "/settlements/rules?done=saved" });

/** Label of a rule's effect on each statement, shown before its description. */
const DOES: Record<string, string> = {
  addition: "Added to each statement",
  deduction: "Taken off each statement",
  recovery: "Taken off each statement to pay an advance back,",
  holdback: "Held back from each statement",
};
type Rule = { fixed_cents: number | null; basis_points: number | null };
const sizeOf = ({ fixed_cents, basis_points }: Rule) =>
  fixed_cents === null ? `${(basis_points ?? 0) / 100}% of loads` : formatMoney(fixed_cents);

/** Page of rules that automatically add or deduct amounts on a company's statements, with a form to add a rule. */
export default function SettlementRulesPage() {
  const { settlement_rules, me, form, kinds, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <h2>On every statement</h2>
      <p className="soft">
        Items that repeat on every statement to a company: a road fee, the payments for a saw, a share held
        back until the sale is closed.
      </p>
      {settlement_rules.length === 0 ? (
        <p>Nothing yet. Statements have only loads and adjustments.</p>
      ) : (
        <ul className="stack">
          {settlement_rules.map((r) => (
            <li key={r.id} className="card settle-one">
              <strong>{r.receiving_company.name}</strong> <strong className="money">{sizeOf(r)}</strong>{" "}
              <span className="wide">
                {DOES[r.kind]} for {r.words}
                {r.cap_cents === null ? "" : `, up to ${formatMoney(r.cap_cents)} in all`}.
              </span>{" "}
              <span className="wide small soft">
                {r.paying_company.id === me ? "" : `Paid by ${r.paying_company.name}. `}
                From {formatDay(r.starts_on)}
                {r.ends_on === null ? "" : ` until ${formatDay(r.ends_on)}`}
              </span>{" "}
              <span className="wide small">
                <a href={`/settlements/rules/${r.id}/deletion`}>
                  End it
                  <span className="sr">
                    {" "}
                    for {r.receiving_company.name}, {r.words}
                  </span>
                </a>
              </span>{" "}
            </li>
          ))}
        </ul>
      )}
      {form ? (
        <section className="card stack" aria-labelledby="add">
          <h3 id="add">{settlement_rules.length === 0 ? "Add the first one" : "Add another one"}</h3>
          <SimpleForm
            result={result}
            submissionId={submission_id}
            values={{ starts_on: form.today, paying_company_id: form.payers[0]?.value ?? "" }}
            button="Add it"
            back={{ href: "/settlements/adjustments", label: "Back to adjustments" }}
            fields={[
              ...createPayerField(form.payers),
              {
                name: "receiving_company_id",
                label: "Who is paid",
                kind: "select",
                options: form.receivers,
                empty: "Choose a company",
                required: true,
              },
              { name: "kind", label: "What it is", kind: "select", options: kinds, required: true },
              {
                name: "words",
                label: "What for",
                required: true,
                maxLength: 200,
                hint: "As it should read on the statement, like Road fee",
              },
              { name: "amount", label: "Dollars on each statement", kind: "decimal" },
              { name: "percent", label: "Or a share of what its loads pay", kind: "decimal", unit: "%" },
              {
                name: "cap",
                label: "Stop at this total",
                kind: "decimal",
                hint: "Total dollars. If empty, it never stops.",
              },
              { name: "starts_on", label: "From", kind: "date", required: true },
              { name: "ends_on", label: "Until", kind: "date" },
            ]}
          />
        </section>
      ) : (
        <p>
          Adding one needs a settlements subscription.{" "}
          <a href="/contact-sales" data-dialog="main">
            Contact Sales
          </a>
        </p>
      )}
    </div>
  );
}
