import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

type SentAlong = {
  page: string | null;
  about: string;
  /** Values of the submitted form, if it came back. */
  sent?: FormReply;
};

/** Data sent along with a message, shown to its sender, and the fields that carry it. */
export function SentAlongFields({ page: from, about, sent }: SentAlong) {
  const { page: again } = getSentFields(sent);
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
