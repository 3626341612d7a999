import { LocationEditor } from "~/modules/maps/shared/location-editor";
import type { Editor } from "~/modules/maps/shared/location-editor.server";

/** Location of a new or existing landing on its form: a map of the job's land to pin it on. */
export function LandingPlace({ editor, errors }: { editor: Editor; errors?: string[] | null }) {
  return (
    <>
      <LocationEditor editor={editor} errors={{ coordinates: errors }} />
      <p className="soft small">
        Drivers get directions there. Without a pin, they go to the job's location.
      </p>
    </>
  );
}
