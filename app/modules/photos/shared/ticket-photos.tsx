import type { TicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { Icon } from "~/ui/icon";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";

/** Thumbnails of a ticket's photos; each opens the large photo. */
export function TicketPhotos({ ticket: t }: { ticket: TicketPage }) {
  return (
    <DetailBox title="Photos" full id="photos">
      {t.photos.length ? (
        <ul className="photos">
          {t.photos.map((p) => (
            <li key={p.id}>
              <a href={paths.photo(t.id, p.id)}>
                <img
                  src={paths.photoImage(t.id, p.id, "small")}
                  alt={p.caption ?? `Photo by ${p.who}`}
                  width={320}
                  height={240}
                  loading="lazy"
                  data-fallback="Image failed to load."
                />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">{t.may_read.photos ? "No photos yet." : "Your crew can't see photos."}</p>
      )}
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
