import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { drawQr } from "~/modules/trip-tickets/shared/qr.server";
import { createFieldStateGetter } from "~/ui/employee-form";
import { ErrorSummary } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { NewLinkPage } from "~/ui/new-link";
import { QrCode } from "~/ui/qr";
import { getContact, inviteContact } from "../data/contacts.server";
import { InvitedPersonFields } from "../ui/contact-form";
import "~/styles/join-card.css";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submitSecret } from "~/web/form-action.server";

export const meta: MetaFunction = () => [{ title: "Invite a contact · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const saved = await callProcedure(getContact, ctx, { contact_id: parseId(args.params.contactId) });
  return { saved, from: ctx.actor.company?.name ?? "" };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/contacts/:contactId": ({ saved }) => saved.values.name,
});

export async function action(args: ActionFunctionArgs) {
  const answered = await submitSecret(inviteContact, args, { contact_id: parseId(args.params.contactId) });
  const { shown } = answered.data;
  return data({ ...answered.data, code: shown ? drawQr(shown.link) : null }, answered.init ?? undefined);
}

export default function InviteContact() {
  const { saved, from } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply ?? undefined;
  const field = createFieldStateGetter(reply, saved.values);
  const { name } = saved.values;
  return (
    <NewLinkPage
      name={name}
      lede={`The person who opens it becomes the admin of ${name} and sees what a company of its kind sees: its jobs, loads and rates. It works for two weeks, once. Earlier links stop working.`}
      made={result?.shown}
      back={{ href: "/company/contacts", label: "Back to contacts" }}
      card={
        result?.code && result.shown ? (
          <section className="card join-card" aria-label="Card to print">
            <QrCode drawing={result.code} label="Code that opens the link" />
            <div>
              <p>
                <strong>{name}</strong>
              </p>
              <p>
                {from} invites you to Timbertally, where your jobs, loads and rates are. Point your phone's
                camera at the code within two weeks, or type:
              </p>
              <p className="link">{result.shown.link}</p>
              <p className="soft small">Works once. Keep it to yourself: it opens your company's account.</p>
            </div>
            <button type="button" className="button screen-only" data-print hidden>
              Print this card
            </button>
          </section>
        ) : null
      }
    >
      <ErrorSummary
        formErrors={reply?.error?.[""] ?? undefined}
        fields={["first_name", "last_name", "phone_number", "email"].map((f) => field(f))}
      />
      <InvitedPersonFields field={field} texts={saved.texts} />
    </NewLinkPage>
  );
}
