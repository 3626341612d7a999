import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { getCompanySecondFactor, setCompanySecondFactor } from "../data/second-factor.server";

export const meta: MetaFunction = () => [{ title: "Second factor · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getCompanySecondFactor, await createContext(args), {});
}

export const action = (args: ActionFunctionArgs) =>
  submit(setCompanySecondFactor, args, { to: () => "/company/second-factor?done=saved" });

/** Page to require a second factor of the company's admins. */
export default function CompanySecondFactor() {
  const { asks, have_one } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <DetailBox title="Second factor for admins" full>
      <p>
        {asks
          ? "Your company's admins need a second factor. An admin without one can't do anything until it's set up."
          : "Your company's admins sign in with a password alone."}
      </p>
      {have_one || asks ? (
        <ActionForm
          formErrors={reply?.error?.[""] ?? undefined}
          button={asks ? "Stop requiring it" : "Require it for all admins"}
        >
          <input type="hidden" name="asks" value={asks ? "no" : "yes"} />
        </ActionForm>
      ) : (
        <>
          <p>Set up your own first. Then you can require it for all admins.</p>
          <div className="row">
            <ButtonLink href="/profile/second-factor">Set up my second factor</ButtonLink>
          </div>
        </>
      )}
    </DetailBox>
  );
}
