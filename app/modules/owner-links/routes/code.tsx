import "~/styles/owner.css";
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { submit } from "~/web/form-action.server";
import { openOwnerCode } from "../data/public.server";

export const meta: MetaFunction = () => [
  { title: "See your loads · Timbertally" },
  { name: "robots", content: "noindex" },
];

export const action = (args: ActionFunctionArgs) => submit(openOwnerCode, args, { to: ({ path }) => path });

/** Form in which a land owner types the code from the printed card. */
export default function OwnerCode() {
  const reply = useActionData<typeof action>()?.reply;
  const field = createFieldStateGetter(reply);
  return (
    <PublicFrame>
      <div className="owner stack">
        <PageHead
          title="See your loads"
          lede="Type the code on the card or in the letter that you were given. You don't need an account."
        />
        <ActionForm
          fields={[field("code")]}
          formErrors={reply?.error?.[""] ?? undefined}
          button="Show my loads"
        >
          <TextField
            field={field("code")}
            label="Code"
            hint="Like K7M2-9QXV-4T8A-0ZRP. Lowercase letters and spaces are fine."
            required
            attributes={{
              maxLength: 60,
              autoComplete: "off",
              autoCapitalize: "characters",
              spellCheck: false,
              autoFocus: true,
            }}
          />
        </ActionForm>
      </div>
    </PublicFrame>
  );
}
