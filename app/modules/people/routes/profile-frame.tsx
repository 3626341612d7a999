import { Outlet, useRouteLoaderData } from "@remix-run/react";
import type { loader as shellLoader } from "~/modules/dashboard/routes/frame";
import { Avatar, Inside, PageHead } from "~/ui/parts";

/** Head of one's own pages: the person signed in. */
export default function Profile() {
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
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
