import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Pagination } from "~/ui/pagination";
import { DetailBox, EmptyState, Facts, Notice, PageHead, Time } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listAdminActions } from "../data/acts.server";
import { getLastAnchor } from "../data/anchors.server";
import { ADMIN_PAGE_SIZE, parseAdminListQuery, readListPage } from "../rules/lists";
import { AdminActionList } from "../ui/act-list";

export const meta: MetaFunction = () => [{ title: "Acts · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { list, page } = await readListPage(parseAdminListQuery(args.request.url, []).page, (part) =>
    callProcedure(listAdminActions, ctx, part),
  );
  const anchor = await callProcedure(getLastAnchor, ctx, {});
  return { anchor, acts: list.acts, intact: list.intact, total: list.meta.total, page };
}

/** Page that lists operators' actions, newest first. */
export default function AdminActionsPage() {
  const { anchor, acts, intact, total, page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Acts"
        lede="What was done in Admin, who did it, and why. Entries can't be changed or removed."
      />
      <div className="stack">
        {intact ? null : (
          <Notice tone="danger" title="The history of admin actions is broken">
            <p>An entry was changed or removed in the database. Run npm run audit:verify.</p>
          </Notice>
        )}
        {acts.length ? (
          <>
            <section className="card">
              <AdminActionList acts={acts} names />
            </section>
            <Pagination
              pathname="/admin/acts"
              query=""
              page={page}
              pageSize={ADMIN_PAGE_SIZE}
              total={total}
              noun="act"
            />
          </>
        ) : (
          <EmptyState
            title="Nothing has been done yet"
            next={{ href: "/admin/companies", label: "Go to companies" }}
          />
        )}
        <DetailBox title="History anchor">
          {anchor ? (
            <>
              <p>
                Each day a signed line records where every history ends, so that a missing end is noticed. npm
                run audit:verify checks it.
              </p>
              <Facts
                facts={[
                  { term: "Last line", value: `No. ${anchor.seq}` },
                  { term: "Written", value: <Time {...anchor.when} /> },
                  { term: "Hash", value: <code>{anchor.hash}</code> },
                  { term: "Public key", value: <code>{anchor.key}</code> },
                ]}
              />
            </>
          ) : (
            <p>None yet. The first one is written soon after a server starts.</p>
          )}
        </DetailBox>
      </div>
    </>
  );
}
