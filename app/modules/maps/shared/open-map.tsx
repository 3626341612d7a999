import "~/styles/island.css";
import type { FeatureCollection } from "geojson";
import { useEffect, useRef, useState } from "react";
import { hasWebGl } from "~/lib/geo/device";
import type { View } from "~/lib/geo/view";
import type { AerialPhotoSources } from "../data/photo.server";
import { EDITOR_ACTIONS } from "../rules/editor-acts";
import type { InteractiveMap, InteractiveMapOptions } from "../ui/island.client";
import { MAP_LOAD_ERROR } from "./map-to-open";

const DELETE = { pin: "Delete pin", areas: EDITOR_ACTIONS.delete, line: "Delete line" } as const;

type Drawn = Parameters<typeof InteractiveMapButton>[0]["draws"];

/**
 * Return read and write access to the drawing's field. A change fires the same events as typing, so that draft saving
 * works.
 */
function drawsInto(draws: Drawn): NonNullable<InteractiveMapOptions["draws"]> {
  if (!("field" in draws)) return draws;
  const field = document.getElementById(draws.field);
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement))
    throw new Error("no field for the map");
  return {
    kind: draws.kind,
    read: () => field.value,
    write(text) {
      field.value = text;
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    },
  };
}

/**
 * Button that opens the interactive map. The map's script, the largest in the app, is loaded only when the button is
 * pressed. Without JavaScript or WebGL the button is missing, and the server's drawing shows the same content.
 */
export function InteractiveMapButton({
  label,
  layers,
  photo,
  start,
  draws,
}: {
  label: string;
  layers: readonly (string | FeatureCollection)[];
  photo: AerialPhotoSources;
  /** View while nothing is drawn; defaults to all of the map's subjects. */
  start?: View;
  /** Id of the field that stores the drawing, or functions that read and set a pin. */
  draws:
    | { kind: "pin" | "areas" | "line"; field: string }
    | { kind: "pin"; read: () => string; write: (text: string) => void };
}) {
  const [able, setAble] = useState(false);
  const [state, setState] = useState<"closed" | "opening" | "open" | "failed">("closed");
  const [words, setWords] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const island = useRef<InteractiveMap | null>(null);
  useEffect(() => {
    setAble(hasWebGl());
    return () => island.current?.close();
  }, []);
  async function open() {
    setState("opening");
    try {
      const { openInteractiveMap: openMap } = await import("../ui/island.client");
      if (!box.current) throw new Error("no room for a map");
      island.current = await openMap({
        box: box.current,
        layers,
        photo,
        start,
        draws: drawsInto(draws),
        say: setWords,
        failed: () => setState("failed"),
      });
      setState("open");
    } catch {
      setState("failed");
    }
  }
  if (!able) return null;
  const isShown = state === "opening" || state === "open";
  const act = (name: "finish" | "undo" | "remove" | "another", text: string) => (
    <button type="button" className="button" onClick={() => island.current?.[name]()}>
      {text}
    </button>
  );
  return (
    <div className="moving">
      {isShown ? null : (
        <button type="button" className="button" onClick={open}>
          {label}
        </button>
      )}
      {state === "failed" ? (
        <p className="error" role="alert">
          {MAP_LOAD_ERROR}
        </p>
      ) : null}
      <div
        className="island"
        ref={box}
        hidden={!isShown}
        aria-busy={state === "opening"}
        data-state={state}
      />
      {state === "open" ? (
        <div className="row">
          {draws.kind === "pin" ? null : (
            <>
              {act("finish", "Finish")}
              {act("undo", EDITOR_ACTIONS.undo)}
            </>
          )}
          {draws.kind === "areas" ? act("another", EDITOR_ACTIONS.new) : null}
          {act("remove", DELETE[draws.kind])}
          <output>{words}</output>
        </div>
      ) : null}
    </div>
  );
}
