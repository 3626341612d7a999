import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { RemovalForm } from "~/ui/removal";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobPhotos } from "../data/job-photos.server";
import { findShownPhoto } from "../data/shown-photo.server";
import { PhotoPage } from "../ui/photo-page";

export const meta: MetaFunction = () => [{ title: "Photo · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const { photos, job, may_delete } = await callProcedure(getJobPhotos, await createContext(args), { id });
  const shown = findShownPhoto(photos, parseId(args.params.photoId));
  return {
    id,
    job,
    ...shown,
    may_remove: shown.photo.mine && may_delete,
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/photos/:photoId": () => "Photo",
});

export default function JobPhoto() {
  const { id, photo, previous, next, may_remove, submission_id } = useLoaderData<typeof loader>();
  return (
    <PhotoPage
      photo={photo}
      by={[photo.who, photo.company].filter(Boolean).join(", ")}
      image={paths.jobPhotoImage(id, photo.id, "large")}
      previous={previous}
      next={next}
      pageHref={(photoId) => paths.job(id, `photos/${photoId}`)}
      back={{ href: paths.job(id, "photos"), label: "Back to photos" }}
    >
      {may_remove ? (
        <RemovalForm
          action={paths.job(id, `photos/${photo.id}/removal`)}
          version={photo.version}
          submissionId={submission_id}
          button="Remove photo"
          what="It's removed from the job for everyone. The history keeps a record."
        />
      ) : null}
    </PhotoPage>
  );
}
