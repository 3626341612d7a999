import type { SubmissionResult } from "@conform-to/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { createFieldStateGetter } from "~/ui/employee-form";
import { FileField, TextField } from "~/ui/field";

/** Fields for a new photo and its caption. */
export function PhotoFields({ reply }: { reply?: SubmissionResult<string[]> }) {
  return (
    <>
      <FileField
        field={{ id: "photo", name: "photo", errors: reply?.error?.photo ?? undefined }}
        label="Photo"
        hint={`JPEG, PNG, WebP or HEIC, up to ${MAX_UPLOAD_MEGABYTES.photo}MB`}
        accept="image/*"
        megabytes={MAX_UPLOAD_MEGABYTES.photo}
        shrink
      />
      <TextField
        field={createFieldStateGetter(reply)("caption")}
        label="Caption"
        required={false}
        attributes={{ maxLength: 200 }}
      />
    </>
  );
}
