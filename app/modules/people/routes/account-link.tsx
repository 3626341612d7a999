import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { NewLinkPage } from "~/ui/new-link";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submitSecret } from "~/web/form-action.server";
import { createSupportLink, getAccount } from "../shared/support.server";

export const meta: MetaFunction = () => [{ title: "New link · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const person = await callProcedure(getAccount, await createUserContext(args), {
    user_id: parseId(args.params.userId),
  });
  return { id: person.id, name: person.name };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  return submitSecret(createSupportLink, args, { user_id: parseId(args.params.userId) });
}

export default function CreateAccountLink() {
  const { id, name } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <NewLinkPage
      name={name}
      lede="Anyone with the link can choose a new password and sign in. It works for a day, and we tell the person. Earlier links stop working."
      made={result?.shown}
      errors={result?.reply?.error?.[""] ?? undefined}
      back={{ href: `/admin/users/${id}`, label: "Back to the person" }}
    >
      <TextField
        field={createFieldStateGetter(result?.reply ?? undefined)("reason")}
        label="Reason"
        required
        hint="How you verified who this person is. The account's history keeps it."
        attributes={{ maxLength: 300 }}
      />
    </NewLinkPage>
  );
}
