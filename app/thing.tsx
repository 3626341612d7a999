import { Outlet, useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { headOf } from "./ui/naming";
import { Inside, PageHead } from "./ui/parts";
import { addressOfFrame } from "./web/page";

const OF_THING = { ofThing: true };
/** Every frame of a thing is this one module: by this one knows itself among those that stand around a page. */
export const handle = OF_THING;

/** How many frames of things stand around this one. */
const Around = createContext(0);

/**
 * The frame of a thing, `frame: true` in its entry: its head, as the page that is shown has said by `naming`, above that
 * page. Where the page could not be read there is nothing to say.
 */
export default function Thing() {
  const matches = useMatches();
  const place = useContext(Around);
  const own = matches.filter((match) => match.handle === OF_THING)[place];
  const head = own ? headOf(addressOfFrame(own.id), matches) : null;
  return (
    <>
      {head ? (
        <div className="narrow">
          <PageHead title={head.title ?? head.name} lede={head.lede} actions={head.actions} />
        </div>
      ) : null}
      <Inside>
        <Around.Provider value={place + 1}>
          <Outlet />
        </Around.Provider>
      </Inside>
    </>
  );
}
