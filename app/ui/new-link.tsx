import type { ReactNode } from "react";
import { ActionForm } from "~/ui/action-form";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";

/** A new link: its URL, its validity in hours, how it was sent and its receiver. Shown only once. */
export type CreatedLink = { link: string; hours: number; sent: "mail" | "text" | null; to: string | null };

const days = (hours: number) => (hours % 24 || hours === 24 ? `${hours} hours` : `${hours / 24} days`);

/** Describe how the link was sent, or that it wasn't. */
function sentWords({ sent, to }: CreatedLink): string {
  if (sent === "mail")
    return `It's on its way to ${to} by mail. You can also copy it now and send it yourself.`;
  if (sent === "text")
    return `It's on its way to ${to} by text. You can also copy it now and send it yourself.`;
  return "Nothing was sent. Copy this link now and send it yourself.";
}

/** Page that creates a link to replace an old one, then shows the new link once. */
export function NewLinkPage({
  name,
  lede,
  notice,
  blocked,
  made,
  errors,
  back,
  card,
  children,
}: {
  name: string;
  lede: string;
  notice?: ReactNode;
  /** Reason that no link can be created. */
  blocked?: string | null;
  made: CreatedLink | null | undefined;
  errors?: string[];
  back: { href: string; label: string };
  /** Card with the link to print and hand over. */
  card?: ReactNode;
  children?: ReactNode;
}) {
  if (made)
    return (
      <div className="narrow stack">
        <PageHead title={`The link for ${name}`} />
        <Notice title="The new link is ready.">
          <p>
            {sentWords(made)} It works for {days(made.hours)} and isn't shown again.
          </p>
          <code className="secret">{made.link}</code>
        </Notice>
        {card}
        <div className="row screen-only">
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
        </div>
      </div>
    );
  return (
    <div className="narrow stack">
      {notice}
      <PageHead title={`A new link for ${name}`} lede={blocked ?? lede} />
      {blocked ? (
        <div className="row">
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
        </div>
      ) : (
        <ActionForm
          formErrors={errors}
          button="Create a new link"
          back={{ href: back.href, label: back.label }}
        >
          {children}
        </ActionForm>
      )}
    </div>
  );
}

/** Return the introduction for creating an invitation link: its use, its recipient and its validity. */
export function getInviteIntro(sends: "mail" | "text" | null, to: string | null): string {
  const sent =
    sends === null
      ? "Nothing is sent: you get the link to send yourself."
      : `We also send it to ${to} by ${sends}.`;
  return `Anyone with the link can choose the password and sign in. It works for two weeks. ${sent} Earlier links stop working.`;
}
