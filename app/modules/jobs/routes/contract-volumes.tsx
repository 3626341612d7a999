import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { EmptyState, PageHead } from "~/ui/parts";
import { getSentFields } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getContractVolumes, setContractVolumes } from "../data/contract-volumes.server";

export const meta: MetaFunction = () => [{ title: "Contract volumes · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getContractVolumes, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(setContractVolumes, args, {
    fixed: { id: parseId(args.params.jobId) },
    to: ({ id }) => paths.job(id),
  });
}

/** Form for the contract volume of each product. The chart of a job's work compares loads with these volumes. */
export default function ContractVolumes() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const sent = getSentFields(result).products;
  const typed = z.array(z.looseObject({ volume: z.string().optional() })).safeParse(sent).data;
  const field = (i: number) => {
    const name = `products[${i}].volume`;
    const saved = form.products[i]?.volume;
    return {
      id: name,
      name,
      defaultValue: typed ? typed[i]?.volume : saved,
      errors: result?.reply.error?.[name] ?? undefined,
    };
  };
  return (
    <div className="narrow">
      <PageHead
        title="Contract volumes"
        lede="The job's progress is shown against them. Leave one empty if the contract doesn't say."
      />
      {form.products.length ? (
        <ActionForm
          result={result}
          submissionId={submission_id}
          version={form.version}
          fields={form.products.map((_, i) => field(i))}
          conflict={{
            fields: [],
            href: paths.job(form.id, "contract-volumes"),
            what: "the job",
          }}
          button="Save"
          back={{ href: paths.job(form.id), label: "Back to job" }}
        >
          {form.products.map((p, i) => (
            <div key={p.key}>
              <input type="hidden" name={`products[${i}].product`} value={p.key} />
              <TextField
                field={field(i)}
                label={p.name}
                unit={p.unit}
                required={false}
                short
                attributes={{ inputMode: "decimal", maxLength: 14 }}
              />
            </div>
          ))}
        </ActionForm>
      ) : (
        <EmptyState
          title="No products have been added to this job yet."
          next={{ href: paths.job(form.id, "sorts"), label: "Go to sorts" }}
        />
      )}
    </div>
  );
}
