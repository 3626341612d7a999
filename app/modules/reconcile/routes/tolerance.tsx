import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getTolerance, saveTolerance } from "../data/tolerance.server";

export const meta: MetaFunction = () => [{ title: "Tolerance · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return {
    tolerance: await callProcedure(getTolerance, await createContext(args), {}),
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(saveTolerance, args, { to: () => paths.reconcile });
}

export default function Tolerance() {
  const { tolerance, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const before = getSentTexts(result);
  const errors = result?.reply.error ?? {};
  const field = (name: "pounds" | "percent") => ({
    id: name,
    name,
    defaultValue: before[name] ?? String(tolerance[name]),
    errors: errors[name] ?? undefined,
  });
  return (
    <div className="narrow">
      <PageHead
        title="Tolerance"
        lede="How much the mill's scale may differ from yours before you ask about a load"
      />
      <ActionForm
        className="stack card"
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        fields={[field("pounds"), field("percent")]}
        button={tolerance.may_save ? "Save" : null}
        back={{ href: paths.reconcile, label: "Statements" }}
      >
        <p>
          The larger of the two counts. Volumes in MBF and cords have no pounds, so the percentage alone
          counts for them.
        </p>
        <TextField
          field={field("pounds")}
          label="Pounds"
          short
          required
          attributes={{ inputMode: "numeric" }}
        />
        <TextField
          field={field("percent")}
          label="Percent"
          hint="Like 1 or 0.5"
          short
          required
          attributes={{ inputMode: "decimal" }}
        />
      </ActionForm>
    </div>
  );
}
