import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead, Time } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listSupportThreads } from "../data/support.server";
import { parseAdminListQuery, readListPage, SUPPORT_FILTER_LABELS, SUPPORT_FILTERS } from "../rules/lists";
import { AdminList, AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Support · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { page: asked, unreadable, q, show } = parseAdminListQuery(args.request.url, SUPPORT_FILTERS);
  const { list, page } = await readListPage(asked, (part) =>
    callProcedure(listSupportThreads, ctx, { q, show, ...part }),
  );
  return {
    unreadable,
    asked: { q, show: show ?? ("waiting" as const), sort: "newest" },
    page,
    total: list.meta.total,
    rows: list.threads,
  };
}

/** Support questions, longest wait first. */
export default function Support() {
  const { asked, page, total, rows, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Support" lede="Questions that people sent from Support." />
      <AdminList
        pathname="/admin/support"
        noun="conversation"
        label="Subject, person, or company"
        asked={asked}
        unreadable={unreadable}
        shown={SUPPORT_FILTER_LABELS}
        total={total}
        page={page}
        unsorted
      >
        <AdminTable
          caption="Support"
          rows={rows}
          columns={[
            {
              label: "Subject",
              of: (t) => (
                <>
                  <a href={`/admin/support/${t.id}`}>{t.subject}</a>{" "}
                  {t.waits ? null : <span className="tag">{t.state}</span>}
                </>
              ),
            },
            { label: "Person", of: (t) => <a href={`/admin/users/${t.person.id}`}>{t.person.name}</a> },
            {
              label: "Company",
              of: (t) =>
                t.company ? <a href={`/admin/companies/${t.company.id}`}>{t.company.name}</a> : "—",
            },
            { label: "Waiting since", of: (t) => (t.waits ? <Time {...t.waits} /> : "—") },
            { label: "Last message", of: (t) => <Time {...t.last} /> },
          ]}
        />
      </AdminList>
    </>
  );
}
