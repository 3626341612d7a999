import { LocationEditor } from "~/modules/maps/shared/location-editor";
import type { LocationEditorData } from "~/modules/maps/shared/location-editor.server";

/** Location field of a landing's form: a map of the job's land on which to place the landing's pin. */
export function LandingLocationField({
  editor,
  errors,
}: {
  editor: LocationEditorData;
  errors?: string[] | null;
}) {
  return (
    <>
      <LocationEditor editor={editor} errors={{ coordinates: errors }} />
      <p className="soft small">
        Drivers get directions there. Without a pin, they go to the job's location.
      </p>
    </>
  );
}
