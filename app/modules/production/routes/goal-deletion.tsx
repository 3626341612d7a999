import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteGoal, getGoal } from "../data/goals.server";

export const meta: MetaFunction = () => [{ title: "Delete a goal · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const goal = await callProcedure(getGoal, await createContext(args), {
    production_goal_id: parseId(args.params.goalId),
  });
  return {
    goal: { id: goal.id, version: goal.version, name: goal.name },
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/production/goals/:goalId": ({ goal }) => `Goal of ${goal.name}`,
});

export const action = (args: ActionFunctionArgs) =>
  submit(deleteGoal, args, {
    fixed: { production_goal_id: parseId(args.params.goalId) },
    to: () => "/production?report=plan&done=row-deleted",
  });

export default function GoalDeletion() {
  const { goal, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Delete this goal" lede="Loads stay as they are. The plan no longer shows it." />
      <ConfirmForm
        result={result}
        submissionId={submission_id}
        version={goal.version}
        button="Delete this goal"
        back={{ href: `/production/goals/${goal.id}`, label: "Keep it" }}
      />
    </div>
  );
}
