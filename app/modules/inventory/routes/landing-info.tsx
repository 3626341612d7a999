import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink, DetailBox, EmptyState, Facts, Time } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getLandingPage, INVENTORY_SORTS } from "../data/landings.server";
import { InventoryUnitChoice } from "../shared/unit-choice";
import { LandingTable } from "../ui/landing-table";

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const sort = INVENTORY_SORTS.find((s) => s === query.get("sort"));
  return callProcedure(getLandingPage, await createContext(args), {
    id: parseId(args.params.jobId),
    sort,
    descending: query.has("descending") ? query.get("descending") === "1" : undefined,
    all: query.get("all")?.slice(0, 60),
  });
}

/** Build the query string that shows all entries of one product in the current sort order. */
const allQuery = ({ sort, descending }: { sort: string; descending: boolean }, name: string) =>
  new URLSearchParams({ sort, descending: descending ? "1" : "0", all: name }).toString();

export default function Landing() {
  const page = useLoaderData<typeof loader>();
  const there = (path: string) => paths.job(page.id, path);
  return (
    <div className="stack">
      <h2>Landing Info</h2>
      {page.landings.length === 0 ? (
        <EmptyState
          title="No landing yet"
          next={page.may_add ? { href: there("landings/new"), label: "Add the first landing" } : null}
        >
          <p className="soft">
            A landing shows what's in the woods: what's cut is added, and what leaves is taken away.
          </p>
        </EmptyState>
      ) : null}
      {page.landings.map((l) => (
        <div key={l.id} className="stack">
          <DetailBox
            title={l.name ?? "Landing"}
            full
            edit={l.may_edit ? { href: there(`landings/${l.id}`) } : null}
          >
            <Facts
              facts={[
                { term: "Since", value: <Time {...l.made} /> },
                { term: "Added by", value: l.who },
                ...(l.notes ? [{ term: "Notes", value: l.notes }] : []),
                ...l.products.map((p) => ({
                  term: p.name,
                  value: <strong className={p.negative ? "amber" : undefined}>{p.held}</strong>,
                })),
              ]}
            />
            {page.may_add && page.has_products ? (
              <div className="row">
                <ButtonLink href={there(`landings/${l.id}/inventory`)} tone="primary">
                  Add inventory
                </ButtonLink>
              </div>
            ) : null}
          </DetailBox>
          {l.products.map((p) => (
            <DetailBox key={p.key} id={`entries-${p.entries_name}`} title={`Job Inventory: ${p.name}`} full>
              <div className="row between">
                <strong className={p.negative ? "amber" : undefined}>{p.held}</strong>
                <InventoryUnitChoice job={page.id} product={p} id={`unit-${l.id}-${p.key}`} at="landing" />
              </div>
              <LandingTable
                job={page.id}
                name={p.name}
                rows={p.entries}
                sort={page.sort}
                descending={page.descending}
                all={p.is_whole ? p.entries_name : null}
              />
              {p.more === 0 ? null : p.is_whole ? (
                <p className="soft small">And {p.more} more.</p>
              ) : (
                <p>
                  <a href={`${there("landing")}?${allQuery(page, p.entries_name)}#entries-${p.entries_name}`}>
                    Show {p.more} more<span className="sr"> of {p.name}</span>
                  </a>
                </p>
              )}
            </DetailBox>
          ))}
        </div>
      ))}
      {page.may_add ? (
        <div className="row">
          <ButtonLink href={there("landings/new")} tone={page.landings.length ? "" : "primary"}>
            Add landing
          </ButtonLink>
        </div>
      ) : null}
    </div>
  );
}
