import { Outlet, useRouteLoaderData } from "@remix-run/react";
import type { loader as shellLoader } from "~/modules/dashboard/routes/frame";
import { Avatar, NestedHeadings, PageHead } from "~/ui/parts";

/** Heading above the signed-in person's own pages. */
export default function ProfileLayout() {
  const shell = useRouteLoaderData<typeof shellLoader>("app");
  const name = shell?.personName ?? "";
  return (
    <>
      <PageHead
        title={
          <span className="person">
            <Avatar name={name} src={shell?.personPicture} /> {name}
          </span>
        }
      />
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
