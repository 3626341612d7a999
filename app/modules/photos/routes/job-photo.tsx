import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead, Time } from "~/ui/parts";
import { RemovalForm } from "~/ui/removal";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobPhotos } from "../data/job-photos.server";
import { PhotoFacts } from "../ui/photo-facts";

export const meta: MetaFunction = () => [{ title: "Photo · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const { photos, job, may_delete } = await callProcedure(getJobPhotos, await createContext(args), { id });
  const index = photos.findIndex((p) => p.id === parseId(args.params.photoId));
  const photo = photos[index];
  if (!photo) throw toErrorResponse(notFound("This photo no longer exists."));
  return {
    id,
    job,
    photo,
    may_remove: photo.mine && may_delete,
    previous: photos[index - 1]?.id ?? null,
    next: photos[index + 1]?.id ?? null,
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/photos/:photoId": () => "Photo",
});

export default function JobPhoto() {
  const { id, photo, previous, next, may_remove, submission_id } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={photo.caption ?? "Photo"}
        lede={
          <span>
            <Time {...photo.when} /> · {[photo.who, photo.company].filter(Boolean).join(", ")}
          </span>
        }
      />
      <div className="stack">
        <img
          className="photo-large"
          src={paths.jobPhotoImage(id, photo.id, "large")}
          alt={photo.caption ?? `Photo by ${photo.who}`}
          data-fallback="Image failed to load."
        />
        <PhotoFacts photo={photo} />
        <nav className="row" aria-label="Photos">
          {previous ? (
            <a className="button" rel="prev" href={paths.job(id, `photos/${previous}`)}>
              Previous photo
            </a>
          ) : null}{" "}
          {next ? (
            <a className="button" rel="next" href={paths.job(id, `photos/${next}`)}>
              Next photo
            </a>
          ) : null}{" "}
          <a href={paths.job(id, "photos")}>Back to photos</a>
        </nav>
        {may_remove ? (
          <RemovalForm
            action={paths.job(id, `photos/${photo.id}/removal`)}
            version={photo.version}
            submissionId={submission_id}
            button="Remove photo"
            what="It's removed from the job for everyone. The history keeps a record."
          />
        ) : null}
      </div>
    </>
  );
}
