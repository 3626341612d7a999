import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext, encodeForHeader } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getScaleHouse } from "../scale-house/data/page.server";
import { receiveLoad, rejectLoad } from "../scale-house/data/receive.server";
import { getLoadSearchText, parseScaleQuery } from "../scale-house/data/scale-form.server";
import { undoReceipt } from "../scale-house/data/undo-receipt.server";
import { parseRefusedScaleForm } from "../scale-house/rules/typed";
import { ScalePage } from "../scale-house/ui/scale-page";
import "~/styles/scale.css";

export const meta: MetaFunction = () => [{ title: "Scale house · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const scaleQuery = parseScaleQuery(args.request.url);
  const page = await callProcedure(getScaleHouse, await createContext(args), {
    load: scaleQuery.load || undefined,
  });
  return { page, ...scaleQuery, submission_id: createSubmissionId() };
}

/** Handle the single form: a number alone looks the load up, a number with weights receives the load. */
export const action = (args: ActionFunctionArgs) =>
  dispatchIntent(
    args,
    {
      receive: async (form) => {
        const load = getLoadSearchText(form);
        if (load) throw redirect(encodeForHeader(paths.scaleHouse(load)), { status: 303 });
        return submit(receiveLoad, args, { form, to: ({ id }) => paths.scaleReceived(id) });
      },
      reject: (form) =>
        submit(rejectLoad, args, { form, to: ({ number }) => `${paths.scaleHouse()}?rejected=${number}` }),
      undo: (form) =>
        submit(undoReceipt, args, { form, to: ({ id }) => `${paths.scaleHouse()}?undone=${id}` }),
    },
    "receive",
  );

export default function ScaleHouse() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ScalePage
      {...data}
      typed={parseRefusedScaleForm(result?.reply)}
      submissionId={result?.submission_id ?? data.submission_id}
    />
  );
}
