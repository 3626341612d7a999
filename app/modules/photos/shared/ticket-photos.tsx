import type { TicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { Icon } from "~/ui/icon";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";
import { PhotoGrid } from "../ui/photo-grid";

/** Thumbnails of a ticket's photos; each opens the large photo. */
export function TicketPhotos({ ticket: t }: { ticket: TicketPage }) {
  return (
    <DetailBox title="Photos" full id="photos">
      <PhotoGrid
        photos={t.photos}
        pageHref={(photoId) => paths.photo(t.id, photoId)}
        imageHref={(photoId) => paths.photoImage(t.id, photoId, "small")}
        none={t.may_read.photos ? "No photos yet." : "Your crew can't see photos."}
      />
      {t.can_edit.photo ? (
        <div className="screen-only">
          <ButtonLink href={paths.photos(t.id)}>
            <Icon name="camera" /> Add photo
          </ButtonLink>
        </div>
      ) : null}
    </DetailBox>
  );
}
