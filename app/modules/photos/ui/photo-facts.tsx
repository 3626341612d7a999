import { Time } from "~/ui/parts";

/** When and where a photo was taken, as its camera stored it; nothing if the camera stored neither. */
export function PhotoFacts({
  photo: { taken, position },
}: {
  photo: { taken: { at: string; text: string } | null; position: string | null };
}) {
  if (!taken && !position) return null;
  return (
    <p className="soft">
      {taken ? (
        <>
          Taken <Time {...taken} />
        </>
      ) : (
        "Taken"
      )}
      {position ? ` at ${position}` : null}
    </p>
  );
}
