import { Outlet, useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { getHead } from "./ui/naming";
import { Inside, PageHead } from "./ui/parts";
import { getFrameAddress } from "./web/page";

const OF_THING = { ofThing: true };
/** All frames with a heading share this module; this handle identifies them among the page's frames. */
export const handle = OF_THING;

/** Number of such frames around this one. */
const Around = createContext(0);

/**
 * Frame of an item, `frame: true` in its entry: its header, as defined by the current page's `naming`, above that page.
 * Empty if the page could not be read.
 */
export default function Thing() {
  const matches = useMatches();
  const place = useContext(Around);
  const own = matches.filter((match) => match.handle === OF_THING)[place];
  const head = own ? getHead(getFrameAddress(own.id), matches) : null;
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
