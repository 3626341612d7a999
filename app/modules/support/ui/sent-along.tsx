import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

type SentAlong = {
  page: string | null;
  about: string;
  /** Response to the submitted form, with the typed values, if the form is shown again. */
  sent?: FormReply;
};

/** Show the user the data sent along with a message, and include it as hidden fields. */
export function MessageContextFields({ page: from, about, sent }: SentAlong) {
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
