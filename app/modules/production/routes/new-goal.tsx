import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getQuickRange } from "~/lib/time/date-range";
import { getDay } from "~/lib/time/time";
import { EmptyState, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createGoal, getGoalForm } from "../data/goals.server";
import { GoalForm } from "../ui/goal-form";

export const meta: MetaFunction = () => [{ title: "Set a goal · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const searchParam = new URL(args.request.url).searchParams.get("job_id") ?? "";
  return {
    choices: await callProcedure(getGoalForm, ctx, {}),
    values: {
      job_id: /^\d{1,15}$/.test(searchParam) ? searchParam : "",
      grain: "week",
      wood_unit_type_id: "0",
      starts_on: getQuickRange("this_week", getDay(ctx.now, ctx.actor.zone)).start,
    },
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createGoal, args, { to: () => "/production?report=plan&done=saved" });

export default function NewGoal() {
  const { choices, values, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const none = choices.jobs.length + choices.places.length === 0;
  return (
    <div className="narrow">
      <PageHead title="Set a goal" lede="What a job, or your yard, should bring in each week or month." />
      {none ? (
        <EmptyState title="You don't have a job to plan" next={{ href: "/jobs", label: "See your jobs" }}>
          <p>A job's requester or land manager sets its goals. A mill sets the goals for its yards.</p>
        </EmptyState>
      ) : (
        <GoalForm choices={choices} values={values} result={result} submissionId={submission_id} />
      )}
    </div>
  );
}
