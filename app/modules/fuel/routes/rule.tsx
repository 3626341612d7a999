import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getFuelRule, stopFuelRule } from "../data/rules.server";
import { RuleExamples } from "../ui/rule-examples";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.rule.name ?? "Fuel surcharge"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const fuelRule = await callProcedure(getFuelRule, ctx, { fuel_rule_id: parseId(args.params.fuelRuleId) });
  return {
    ...fuelRule,
    may_remove: hasPermission(ctx.actor.permissions, "settlement.delete"),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(stopFuelRule, args, {
    fixed: { fuel_rule_id: parseId(args.params.fuelRuleId) },
    to: () => "/settlements/fuel?done=row-deleted",
  });

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/fuel/surcharges/:fuelRuleId": ({ rule }) => rule.name,
});

/**
 * Page of a surcharge: its terms in words, the amount it pays at a few diesel prices, and the jobs with rates that use
 * it.
 */
export default function FuelRulePage() {
  const { rule, words, rates, may_remove, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <div className="stack">
        <h2>{rule.name}</h2>
        <p>Paid {words}.</p>
      </div>
      <RuleExamples rule={rule} />
      <section className="stack" aria-labelledby="on">
        <h3 id="on">Where it is paid</h3>
        {rates.length === 0 ? (
          <p>
            Not on any rate yet. Open a job's <strong>Sorts and rates</strong>, edit a haul rate, and choose
            it there.
          </p>
        ) : (
          <ul className="rows">
            {rates.map(({ job_id, job, n }) => (
              <li key={job_id}>
                <a href={paths.job(job_id, "rates")}>{job}</a>{" "}
                <span className="soft">{n === 1 ? "1 haul rate" : `${n} haul rates`}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="soft">
        A surcharge can't change once loads are paid by it. Add a new one, and choose it on the haul rate from
        the day it starts.
      </p>
      {may_remove ? (
        <section className="card stack" aria-labelledby="remove">
          <h3 id="remove">Stop offering it</h3>
          <p>
            {rates.length
              ? "Haul rates that have it keep paying it. You can't choose it for other rates."
              : "You can't choose it for haul rates anymore."}
          </p>
          <ConfirmForm
            result={result}
            submissionId={submission_id}
            button="Stop offering it"
            danger={false}
            back={{ href: "/settlements/fuel", label: "Back to fuel" }}
          />
        </section>
      ) : (
        <p>
          <a href="/settlements/fuel">Back to fuel</a>
        </p>
      )}
    </div>
  );
}
