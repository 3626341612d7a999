import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getUnsubscribeInfo, unsubscribeFromMail } from "../data/preferences.server";

export const meta: MetaFunction = () => [{ title: "Stop these emails · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getUnsubscribeInfo, await createOpenContext(args), { token: args.params.token ?? "" });
}

/**
 * The unsubscribe buttons of mail programs also post here, without a session, and must get a direct response (RFC
 * 8058).
 */
export async function action(args: ActionFunctionArgs) {
  await callProcedure(unsubscribeFromMail, await createOpenContext(args), { token: args.params.token ?? "" });
  return { stopped: true };
}

/** Opening the link doesn't unsubscribe yet, since mail programs open links automatically. */
export default function Unsubscribe() {
  const { name } = useLoaderData<typeof loader>();
  const stopped = useActionData<typeof action>()?.stopped ?? false;
  const what = name ? `emails about ${name.toLowerCase()}` : "the daily summary";
  return (
    <PublicFrame>
      <PageHead
        title={stopped ? "Stopped" : "Stop these emails?"}
        lede={
          stopped
            ? `You won't get ${what} anymore. Your notifications on Timbertally don't change.`
            : `This stops ${what}, and nothing else.`
        }
      />
      {stopped ? null : (
        <form method="post">
          <button type="submit" className="button primary">
            Stop {what}
          </button>
        </form>
      )}
      <p>
        <a href="/profile/notifications">Choose what we email you</a>
      </p>
    </PublicFrame>
  );
}
