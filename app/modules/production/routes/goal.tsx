import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPlainVolume } from "~/lib/units/measures";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getGoal, getGoalForm, updateGoal } from "../data/goals.server";
import { GoalForm } from "../ui/goal-form";

export const meta: MetaFunction = () => [{ title: "Change a goal · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const goal = await callProcedure(getGoal, ctx, { production_goal_id: parseId(args.params.goalId) });
  const choices = await callProcedure(getGoalForm, ctx, {});
  const text = (value: number | string | null) => (value === null ? "" : String(value));
  return {
    goal: { id: goal.id, version: goal.version },
    choices,
    name: goal.name,
    values: {
      job_id: text(goal.job_id),
      company_location_id: text(goal.company_location_id),
      grain: goal.grain,
      amount: goal.wood_unit_type_id === null ? text(goal.amount) : formatPlainVolume(goal.amount),
      wood_unit_type_id: text(goal.wood_unit_type_id ?? 0),
      product_type_id: text(goal.product_type_id),
      hauler_company_id: text(goal.hauler_company_id),
      starts_on: goal.starts_on,
      ends_on: text(goal.ends_on),
    },
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/production/goals/:goalId": ({ goal, name }) => ({
    name: `Goal of ${name}`,
    actions: <ButtonLink href={`/production/goals/${goal.id}/deletion`}>Delete</ButtonLink>,
  }),
});

export const action = (args: ActionFunctionArgs) =>
  submit(updateGoal, args, {
    fixed: { production_goal_id: parseId(args.params.goalId) },
    to: () => "/production?report=plan&done=saved",
  });

export default function EditGoal() {
  const { goal, choices, values, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <GoalForm
        choices={choices}
        values={values}
        result={result}
        submissionId={submission_id}
        version={goal.version}
      />
    </div>
  );
}
