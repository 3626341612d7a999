import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { Inside, PageHead } from "./parts";

/**
 * The head of one thing, as the page that is shown has read it, above that page. `actions` lead to what is below it, and
 * belong on the thing's own page alone. Without a title the page could not be read.
 */
export function ThingFrame({
  title,
  lede,
  actions,
}: {
  title: string | undefined;
  lede?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <>
      {title === undefined ? null : (
        <div className="narrow">
          <PageHead title={title} lede={lede} actions={actions} />
        </div>
      )}
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
