import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getScaleHouse } from "~/features/trip-tickets/scale-house/page.server";
import { receiveLoad, rejectLoad } from "~/features/trip-tickets/scale-house/receive.server";
import { isLookUp, loadsAsked } from "~/features/trip-tickets/scale-house/scale-form.server";
import { ScalePage } from "~/features/trip-tickets/scale-house/scale-page";
import { typedOf } from "~/features/trip-tickets/scale-house/typed";
import { undoReceipt } from "~/features/trip-tickets/scale-house/undo-receipt.server";
import { byIntent } from "~/web/by-intent.server";
import { context, inHeader } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";
import "~/styles/scale.css";

export const meta: MetaFunction = () => [{ title: "Scale house · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const asked = loadsAsked(args.request.url);
  const page = await call(getScaleHouse, await context(args), { load: asked.load || undefined });
  return { page, ...asked, submission_id: newSubmissionId() };
}

/** One form: a number alone looks the load up, a number with weights receives it. */
export const action = (args: ActionFunctionArgs) =>
  byIntent(
    args,
    {
      receive: async (form) => {
        const load = isLookUp(form);
        if (load) throw redirect(inHeader(paths.scaleHouse(load)), { status: 303 });
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
      typed={typedOf(result?.reply)}
      submissionId={result?.submission_id ?? data.submission_id}
    />
  );
}
