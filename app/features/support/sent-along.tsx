import { sentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/respond.server";

type SentAlong = {
  page: string | null;
  about: string;
  /** What a form that came back had with it. */
  sent?: FormReply;
};

/** What goes along with a message, for its sender to see, and the fields that carry it. */
export function SentAlongFields({ page: from, about, sent }: SentAlong) {
  const { page: again } = sentFields(sent);
  const page = typeof again === "string" ? again : from;
  return (
    <>
      <p className="soft small">
        We also send {page ? `the page you came from (${page}), ` : ""}
        {about}.
      </p>
      {page ? <input type="hidden" name="page" value={page} /> : null}
      <input type="hidden" name="about" value={about} />
    </>
  );
}
