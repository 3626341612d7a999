import { SimpleForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";

/** Form to write or edit a release: its text and its date. */
export function ReleaseForm(props: {
  values: { name: string; released_on: string; notes: string };
  result?: FormReply;
  submissionId: string;
  version?: number;
  button: string;
  here: string;
}) {
  const { here, ...form } = props;
  return (
    <SimpleForm
      {...form}
      here={here}
      what="release"
      back={{ href: "/admin/releases", label: "Back to releases" }}
      fields={[
        { name: "name", label: "Version", required: true, maxLength: 40 },
        {
          name: "released_on",
          label: "Day",
          kind: "date",
          hint: "From this day on, everyone sees it. Leave it empty to keep a draft.",
        },
        {
          name: "notes",
          label: "Notes",
          kind: "area",
          required: true,
          maxLength: 20_000,
          hint: "Separate notes with an empty line. The first line of each is its title.",
        },
      ]}
    />
  );
}
