import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { getFieldState, PhoneField, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";
import { submit } from "~/web/form-action.server";
import { signUp } from "../data/accounts.server";
import { signInUser } from "../data/sign-in.server";

export const meta: MetaFunction = () => [{ title: "Create an account · Timbertally" }];

export async function action(args: ActionFunctionArgs) {
  return submit(signUp, args, {
    limits: () => [{ limit: env().RATE_LIMIT_SIGN_UP, bucket: `sign-up:${args.context.address}` }],
    to: () => "/onboarding/join-company",
    headers: async ({ userId }) => (await signInUser(args, userId)).headers,
  });
}

export default function SignUp() {
  const result = useActionData<typeof action>();
  const [form, fields] = useForm<{
    first_name: string;
    last_name: string;
    email: string;
    phone_number: string;
    password: string;
  }>({ lastResult: result?.reply });
  const list = [fields.first_name, fields.last_name, fields.email, fields.phone_number, fields.password];
  return (
    <PublicFrame>
      <PageHead
        title="Create an account"
        lede="For loggers, haulers, land owners, land managers and mills."
      />
      <ActionForm
        fields={list}
        formErrors={form.errors}
        button="Create account"
        back={{ href: "/login", label: "Sign in instead" }}
      >
        <div className="fields two">
          <TextField
            field={getFieldState(fields.first_name)}
            label="First name"
            required
            attributes={{ autoComplete: "given-name" }}
          />
          <TextField
            field={getFieldState(fields.last_name)}
            label="Last name"
            required
            attributes={{ autoComplete: "family-name" }}
          />
        </div>
        <TextField
          field={getFieldState(fields.email)}
          label="Email"
          type="email"
          required
          attributes={{ autoComplete: "email" }}
        />
        <PhoneField
          field={getFieldState(fields.phone_number)}
          label="Phone"
          required={false}
          autoComplete="tel"
        />
        <TextField
          field={getFieldState(fields.password)}
          label="Password"
          type="password"
          required
          hint="At least 10 characters. A few plain words are good."
          attributes={{ autoComplete: "new-password", minLength: 10 }}
        />
      </ActionForm>
    </PublicFrame>
  );
}
