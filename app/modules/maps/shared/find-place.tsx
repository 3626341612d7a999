import "~/styles/choices.css";
import { useEffect, useRef } from "react";
import { formatView } from "~/lib/geo/view";
import { ENTER_FIELD, FIND_PLACE_FORM, PICK_MAP_FORM } from "../rules/enter";
import type { Finding } from "./find-places.server";

const LOOK_AGAIN_MS = 1_500;

/**
 * Place search field, part of the form around a map. The button submits the form as it is; the page comes back with the
 * places of that name, each a button that moves the map there. It pins nothing.
 */
export function FindPlace({
  finding: { typed, places, isOnItsWay },
  isGet,
}: {
  finding: Pick<Finding, "typed" | "places" | "isOnItsWay">;
  isGet?: boolean;
}) {
  const find = useRef<HTMLButtonElement>(null);
  const hasLooked = useRef(false);
  useEffect(() => {
    // Retried automatically once; after that, by a press.
    if (!isOnItsWay || hasLooked.current) return;
    hasLooked.current = true;
    const timer = setTimeout(() => {
      // Not while something else is typed.
      const { activeElement } = document;
      const isHere = activeElement === document.body || find.current?.parentElement?.contains(activeElement);
      if (isHere) find.current?.click();
    }, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isOnItsWay]);
  const get = isGet ? { formMethod: "get" as const } : {};
  const sends = isGet ? { name: "find", value: "1" } : { name: "act", value: "find" };
  // The same address with a fragment would only scroll, not reload.
  const comesBack = isOnItsWay ? undefined : `#${FIND_PLACE_FORM}`;
  return (
    <div className="stack" id={FIND_PLACE_FORM}>
      <div className="field">
        <label htmlFor="place">Find a place</label>{" "}
        <span className="hint" id="place-hint">
          A town, county, township or section: Grayling, MI; 2 miles north of Grayling on Old 27; T26N R3W
          section 14
        </span>
        <span className="finding">
          <input
            className="input"
            type="text"
            id="place"
            name="place"
            defaultValue={typed}
            maxLength={600}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="place-hint"
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              event.currentTarget.parentElement?.querySelector("button")?.click();
            }}
          />{" "}
          <button
            ref={find}
            type="submit"
            className="button"
            formNoValidate
            {...sends}
            {...get}
            formAction={comesBack}
          >
            Find
          </button>
        </span>
      </div>
      {isOnItsWay ? (
        <p className="small" role="status">
          Looking up the address. Press Find again in a moment.
        </p>
      ) : null}
      {places === null || (isOnItsWay && !places.length) ? null : places.length ? (
        <div role="status">
          <p className="small">
            {places.length === 1
              ? "The map shows it. Click the map to set the pin."
              : "The map shows the first one. Did you mean another?"}
          </p>
          <ul className="choices">
            {places.map(({ name, about, view }) => (
              <li key={`${name} ${about} ${formatView(view)}`}>
                <button
                  type="submit"
                  name="look"
                  value={formatView(view)}
                  formNoValidate
                  formAction={`#${PICK_MAP_FORM}`}
                  {...get}
                >
                  <span>
                    {name} <span className="soft small">{about}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="error" role="status">
          We couldn't find that place. Try a town with its state, like Grayling, MI, a county, or T26N R3W.
        </p>
      )}
    </div>
  );
}

/**
 * Default button of a form around a map: without it, Enter in a field would press the map. New words in "Find a place"
 * are searched then (`readPlaceForm`, `readEditorAction`), whatever else the form still lacks, so the browser's validation is off;
 * otherwise the form is saved, and the response names missing fields.
 */
export function EnterButton({ finding, isGet }: { finding: Pick<Finding, "typed">; isGet?: boolean }) {
  return (
    <button
      type="submit"
      name={ENTER_FIELD}
      value={finding.typed}
      formNoValidate
      formAction={isGet ? undefined : `#${FIND_PLACE_FORM}`}
      hidden
    >
      Save
    </button>
  );
}
