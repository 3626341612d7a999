import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { formatInstant } from "~/lib/time/time";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listAllUsers } from "../data/users.server";
import { parseAdminListQuery, readListPage, USER_FILTER_LABELS, USER_FILTERS } from "../rules/lists";
import { AdminList, AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Users · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { page: asked, unreadable, ...what } = parseAdminListQuery(args.request.url, USER_FILTERS);
  const { list, page } = await readListPage(asked, (part) =>
    callProcedure(listAllUsers, ctx, { ...what, ...part }),
  );
  const when = (instant: string | null) => instant && formatInstant(instant, ctx.actor.zone, ctx.now);
  return {
    unreadable,
    asked: { q: what.q, show: what.show ?? ("all" as const), sort: what.sort ?? "newest" },
    page,
    total: list.meta.total,
    rows: list.users.map((u) => ({
      ...u,
      phone: u.phone_number && formatPhone(u.phone_number),
      seen: when(u.last_seen_at),
    })),
  };
}

/** Page of all users of the site, to find and unlock locked-out users. */
export default function Users() {
  const { asked, page, total, rows, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Users" lede="Find someone to let back in, to sign out, or to keep out." />
      <AdminList
        pathname="/admin/users"
        noun="person"
        many="people"
        label="Name, email, phone or number"
        asked={asked}
        unreadable={unreadable}
        shown={USER_FILTER_LABELS}
        total={total}
        page={page}
      >
        <AdminTable
          caption="Users"
          rows={rows}
          columns={[
            {
              label: "Name",
              of: (u) => (
                <>
                  <a href={`/admin/users/${u.id}`}>{u.name}</a>{" "}
                  {u.disabled_at ? <span className="tag">Disabled</span> : null}{" "}
                  {u.is_super_user ? <span className="tag">Super user</span> : null}{" "}
                  <span className="soft small block">No. {u.id}</span>
                </>
              ),
            },
            { label: "Email", of: (u) => u.email ?? "—" },
            { label: "Phone", of: (u) => u.phone ?? "—" },
            { label: "Companies", of: (u) => u.companies.map((c) => c.name).join(", ") || "—" },
            { label: "Last seen", of: (u) => u.seen ?? "—" },
          ]}
        />
      </AdminList>
    </>
  );
}
