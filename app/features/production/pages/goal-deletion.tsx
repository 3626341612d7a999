import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteGoal, getGoal } from "~/features/production/goals.server";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a goal · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const goal = await call(getGoal, await context(args), { production_goal_id: idOf(args.params.goalId) });
  return { goal: { id: goal.id, version: goal.version, name: goal.name }, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/production/goals/:goalId": ({ goal }) => `Goal of ${goal.name}`,
});

export const action = (args: ActionFunctionArgs) =>
  submit(deleteGoal, args, {
    fixed: { production_goal_id: idOf(args.params.goalId) },
    to: () => "/production?report=plan&done=row-deleted",
  });

export default function Deletion() {
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
