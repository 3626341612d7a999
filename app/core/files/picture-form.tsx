import { ErrorSummary, FileField } from "~/ui/field";
import { Avatar } from "~/ui/parts";
import type { FormReply } from "~/web/respond.server";

type Props = {
  field: "logo" | "avatar";
  /** What it is called: "logo", "picture". */
  noun: string;
  now: { name: string; src: string | null; square?: boolean };
  megabytes: number;
  result?: FormReply;
  submissionId: string;
  back: { href: string; label: string };
};

/** Chooses a picture, shows the one there is, and takes it away. */
export function PictureForm({ field, noun, now, megabytes, result, submissionId, back }: Props) {
  const errors = result?.reply.error ?? {};
  return (
    <div className="stack loose">
      <p className="person">
        <Avatar {...now} /> {now.src ? `Your ${noun} now` : `No ${noun} yet: your initials`}
      </p>
      <form method="post" encType="multipart/form-data" className="stack card">
        <ErrorSummary formErrors={errors[""] ?? undefined} />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submissionId} />
        <FileField
          field={{ id: field, name: field, errors: errors[field] ?? undefined }}
          label="Picture"
          hint={`JPEG, PNG, WebP or HEIC, up to ${megabytes}MB. We resize it for you.`}
          accept="image/*"
        />
        <div className="row">
          <button type="submit" className="button primary">
            Save {noun}
          </button>{" "}
          <a href={back.href}>{back.label}</a>
        </div>
      </form>
      {now.src ? (
        <form method="post" action={`${field === "logo" ? "/company/logo" : "/profile/avatar"}-removal`}>
          <input type="hidden" name="submission_id" value={`${submissionId}-removal`} />
          <button type="submit" className="button">
            Remove the {noun}
          </button>
        </form>
      ) : null}
    </div>
  );
}
