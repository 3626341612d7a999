import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { PictureForm } from "~/lib/files/picture-form";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { formatFullName } from "~/lib/text/text";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { setAvatar } from "../data/people-seen.server";
import { getProfile } from "../shared/profile.server";

export const meta: MetaFunction = () => [{ title: "Picture · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const profile = await callProcedure(getProfile, await createUserContext(args), {});
  return {
    name: formatFullName(profile),
    src: profile.avatar_url,
    megabytes: MAX_UPLOAD_MEGABYTES.photo,
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submitUpload(
    setAvatar,
    args,
    { field: "avatar", needed: "Choose a picture", megabytes: MAX_UPLOAD_MEGABYTES.photo },
    { to: () => "/profile?done=profile-updated" },
  );

export default function EditPicture() {
  const { name, src, megabytes, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Picture" lede="Your colleagues see it next to your name." />
      <PictureForm
        field="avatar"
        noun="picture"
        now={{ name, src }}
        megabytes={megabytes}
        result={result}
        submissionId={submission_id}
        back={{ href: "/profile", label: "Back to your profile" }}
      />
    </div>
  );
}
