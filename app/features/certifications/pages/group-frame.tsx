import { useRouteLoaderData } from "@remix-run/react";
import type { loader as pageLoader } from "~/features/certifications/pages/group";
import type { loader as endingLoader } from "~/features/certifications/pages/group-ending";
import { ButtonLink } from "~/ui/parts";
import { ThingFrame } from "~/ui/thing-frame";
import { paths } from "~/web/paths";

const HERE = "/company/certifications/groups/:groupId";

/** The head of a certification group, above its members and its ending. */
export default function Group() {
  const page = useRouteLoaderData<typeof pageLoader>(HERE);
  const ending = useRouteLoaderData<typeof endingLoader>(`${HERE}/ending`);
  const read = page ?? ending;
  return (
    <ThingFrame
      title={read?.certification_group.name}
      lede={read && `Uses ${read.certification_type.name} ${read.certification.license}.`}
      actions={
        page?.may.delete ? (
          <ButtonLink href={paths.certificationGroupEnding(page.certification_group.id)}>
            End this group
          </ButtonLink>
        ) : null
      }
    />
  );
}
