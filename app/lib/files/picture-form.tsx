import { ActionForm } from "~/ui/action-form";
import { FileField } from "~/ui/field";
import { Avatar } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";

type Props = {
  field: "logo" | "avatar";
  /** Noun for the picture: "logo", "picture". */
  noun: string;
  now: { name: string; src: string | null; square?: boolean };
  megabytes: number;
  result?: FormReply;
  submissionId: string;
  back: { href: string; label: string };
};

/** Form to choose a picture, show the current one, and remove it. */
export function PictureForm({ field, noun, now, megabytes, result, submissionId, back }: Props) {
  const errors = result?.reply.error ?? {};
  return (
    <div className="stack loose">
      <p className="person">
        <Avatar {...now} /> {now.src ? `Your ${noun} now` : `No ${noun} yet. Your initials are shown.`}
      </p>
      <ActionForm
        result={result}
        submissionId={submissionId}
        upload
        className="stack card"
        button={`Save ${noun}`}
        back={{ href: back.href, label: back.label }}
      >
        <FileField
          field={{ id: field, name: field, errors: errors[field] ?? undefined }}
          label="Picture"
          hint={`JPEG, PNG, WebP or HEIC, up to ${megabytes}MB. We resize it for you.`}
          accept="image/*"
          megabytes={megabytes}
          shrink
        />
      </ActionForm>
      {now.src ? (
        <ActionForm
          action={`${field === "logo" ? "/company/logo" : "/profile/avatar"}-removal`}
          submissionId={`${submissionId}-removal`}
          button={`Remove the ${noun}`}
          plain
        />
      ) : null}
    </div>
  );
}
