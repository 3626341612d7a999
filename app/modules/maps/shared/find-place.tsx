import "~/styles/choices.css";
import { useEffect, useRef } from "react";
import { formatView } from "~/lib/geo/view";
import { ENTER_FIELD, FIND_PLACE_ANCHOR, PICK_MAP_ANCHOR } from "../rules/enter";
import type { PlaceSearch } from "./find-places.server";

const LOOK_AGAIN_MS = 1_500;

/**
 * Field in the form around a map that searches for a place. Its button submits the form and shows the page again with
 * the places found. Each place is a button that moves the map there without setting the pin.
 */
export function FindPlace({
  finding: { typed, places, isOnItsWay },
  isGet,
}: {
  finding: Pick<PlaceSearch, "typed" | "places" | "isOnItsWay">;
  isGet?: boolean;
}) {
  const find = useRef<HTMLButtonElement>(null);
  const hasLooked = useRef(false);
  useEffect(() => {
    // Search again automatically once; after that, only when the user presses the button.
    if (!isOnItsWay || hasLooked.current) return;
    hasLooked.current = true;
    const timer = setTimeout(() => {
      // Don't search while the user is typing in another field.
      const { activeElement } = document;
      const isHere = activeElement === document.body || find.current?.parentElement?.contains(activeElement);
      if (isHere) find.current?.click();
    }, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isOnItsWay]);
  const get = isGet ? { formMethod: "get" as const } : {};
  const sends = isGet ? { name: "find", value: "1" } : { name: "act", value: "find" };
  // With a fragment, the same URL would only scroll instead of reloading.
  const comesBack = isOnItsWay ? undefined : `#${FIND_PLACE_ANCHOR}`;
  return (
    <div className="stack" id={FIND_PLACE_ANCHOR}>
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
                  formAction={`#${PICK_MAP_ANCHOR}`}
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
 * Default button of a form around a map; without it, Enter in a field would click the map. If "Find a place" has new
 * words, it searches for them (`readPlaceForm`, `readEditorAction`); otherwise it saves the form. Browser validation is
 * off, so a search works in an incomplete form, and the response names missing fields.
 */
export function DefaultSubmitButton({
  finding,
  isGet,
}: {
  finding: Pick<PlaceSearch, "typed">;
  isGet?: boolean;
}) {
  return (
    <button
      type="submit"
      name={ENTER_FIELD}
      value={finding.typed}
      formNoValidate
      formAction={isGet ? undefined : `#${FIND_PLACE_ANCHOR}`}
      hidden
    >
      Save
    </button>
  );
}
