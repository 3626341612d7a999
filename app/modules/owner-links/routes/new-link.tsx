import "~/styles/owner.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { drawQr } from "~/modules/trip-tickets/shared/qr.server";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PhoneField, SelectField, TextField } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { QrCode } from "~/ui/qr";
import { createContext } from "~/web/context.server";
import { env } from "~/web/env.server";
import { callProcedure, parseId, submitSecret } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createOwnerLink, getOwnerLinkForm } from "../data/office.server";

export const meta: MetaFunction = () => [{ title: "Link for the land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getOwnerLinkForm, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { ...form, typed_at: `${env().PUBLIC_URL.replace(/^https?:\/\//, "")}/owner` };
}

export async function action(args: ActionFunctionArgs) {
  const answered = await submitSecret(createOwnerLink, args, { id: parseId(args.params.jobId) });
  const { shown } = answered.data;
  return data({ ...answered.data, qr: shown ? drawQr(shown.link) : null }, answered.init ?? undefined);
}

const WAYS = { mail: "by mail", text: "by text" } as const;

export default function NewOwnerLink() {
  const { id, job, from, texts, owners, typed_at } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const shown = result?.shown;
  const back = { href: paths.job(id, "owner"), label: "Back to land owner" };
  if (shown && result.qr)
    return (
      <div className="narrow stack">
        <PageHead title="The link is ready" />
        <Notice
          title={
            shown.sent.length
              ? `It's on its way ${shown.sent.map((way) => WAYS[way]).join(" and ")}.`
              : "Nothing was sent."
          }
        >
          <p>It isn't shown again. Copy it, or print the card below.</p>
          <code className="secret">{shown.link}</code>
        </Notice>
        <section className="card owner-card" aria-label="Card to print">
          <p className="code">{shown.code}</p>
          <QrCode drawing={result.qr} label="Code that opens the loads" />
          <div className="stack">
            <p>
              <strong>Loads of wood: {job}</strong>
            </p>
            <p>Point your phone's camera at the square. Or open {typed_at} and type the code above.</p>
            <p>
              You don't need an account or a password. From {from}. Keep this card: anyone who has it can read
              your loads.
            </p>
          </div>
          <button type="button" className="button screen-only" data-print hidden>
            Print this card
          </button>
        </section>
        <div className="row screen-only">
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
        </div>
      </div>
    );
  const reply = result?.reply ?? undefined;
  const field = createFieldStateGetter(reply, {
    company_id: owners.length === 1 ? owners[0]?.value : undefined,
  });
  const names = ["company_id", "name", "email", "phone_number", "until"];
  return (
    <div className="narrow stack">
      <PageHead
        title="New link for the land owner"
        lede="Anyone who has it can read the loads of this job: what went where, and how much. No prices, no people's names."
      />
      <ActionForm
        fields={names.map((name) => field(name))}
        formErrors={reply?.error?.[""] ?? undefined}
        button="Make the link"
        back={back}
      >
        <SelectField
          field={field("company_id")}
          label="Land owner"
          required
          options={owners}
          empty="Choose"
        />
        <TextField
          field={field("name")}
          label="Who gets it"
          hint="So you know which one to end, like: Mrs. Aho, card by hand."
          required
          attributes={{ maxLength: 80, autoComplete: "off" }}
        />
        <TextField
          field={field("email")}
          label="Send it to this email"
          type="email"
          attributes={{ maxLength: 254, autoComplete: "off" }}
        />
        {texts ? (
          <PhoneField field={field("phone_number")} label="Text it to this phone" required={false} />
        ) : null}
        <TextField
          field={field("until")}
          label="Works through"
          type="date"
          short
          hint="If you leave it empty, it works until you end it."
        />
      </ActionForm>
    </div>
  );
}
