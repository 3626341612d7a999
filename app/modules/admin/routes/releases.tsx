import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listSiteReleases } from "../data/releases.server";
import { ADMIN_PAGE_SIZE, parseAdminListQuery, readListPage } from "../rules/lists";
import { AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Releases · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const asked = parseAdminListQuery(args.request.url, []).page;
  const { list, page } = await readListPage(asked, (part) => callProcedure(listSiteReleases, ctx, part));
  return { page, total: list.meta.total, rows: list.releases, shipped: list.shipped };
}

const STATES: Record<string, string> = { draft: "Draft", "to come": "Not published yet", told: "Told" };

/** Release notes that everyone reads under What's new: those of this site, and those that come with the product. */
export default function Releases() {
  const { page, total, rows, shipped } = useLoaderData<typeof loader>();
  return (
    <div className="stack loose">
      <PageHead
        title="Releases"
        lede="What everyone sees under What's new."
        actions={<ButtonLink href="/admin/releases/new">New release</ButtonLink>}
      />
      {total ? (
        <>
          <AdminTable
            caption="Releases of this site"
            rows={rows}
            columns={[
              {
                label: "Version",
                of: (r) => (
                  <>
                    <a href={`/admin/releases/${r.id}`}>{r.name}</a>{" "}
                    {r.state === "told" ? null : <span className="tag">{STATES[r.state]}</span>}
                  </>
                ),
              },
              { label: "Day", day: true, of: (r) => r.day ?? "—" },
            ]}
          />
          <Pagination
            pathname="/admin/releases"
            query=""
            page={page}
            pageSize={ADMIN_PAGE_SIZE}
            total={total}
            noun="release"
          />
        </>
      ) : (
        <EmptyState
          title="You haven't published a release yet"
          next={{ href: "/admin/releases/new", label: "New release" }}
        />
      )}
      <section className="stack">
        <h2>Built in</h2>
        <p className="soft">These come with each version and can't be changed here.</p>
        <AdminTable
          caption="Releases of the product"
          rows={shipped}
          columns={[
            { label: "Version", of: (r) => r.name },
            { label: "Day", day: true, of: (r) => r.day },
          ]}
        />
      </section>
    </div>
  );
}
