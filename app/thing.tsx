import { Outlet, useMatches } from "@remix-run/react";
import { createContext, useContext } from "react";
import { getItemHeader } from "./ui/naming";
import { NestedHeadings, PageHead } from "./ui/parts";
import { getFramePageAddress } from "./web/page";

const OF_THING = { ofThing: true };
/** All frames of an item share this module; the handle distinguishes them from a page's other frames. */
export const handle = OF_THING;

/** Number of item frames around the current one. */
const Around = createContext(0);

/**
 * Frame of an item, for page entries with `frame: true`. Shows the header that the current page's `naming` defines,
 * above that page; no header if the page could not be read.
 */
export default function ItemFrame() {
  const matches = useMatches();
  const place = useContext(Around);
  const own = matches.filter((match) => match.handle === OF_THING)[place];
  const head = own ? getItemHeader(getFramePageAddress(own.id), matches) : null;
  return (
    <>
      {head ? (
        <div className="narrow">
          <PageHead title={head.title ?? head.name} lede={head.lede} actions={head.actions} />
        </div>
      ) : null}
      <NestedHeadings>
        <Around.Provider value={place + 1}>
          <Outlet />
        </Around.Provider>
      </NestedHeadings>
    </>
  );
}
