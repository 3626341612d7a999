import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { getJobSorts } from "~/modules/inventory/shared/destination-inventory.server";
import { InventoryUnitChoice } from "~/modules/inventory/shared/unit-choice";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { ProductIcon } from "~/ui/wood";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getJobSorts, await createContext(args), { id: parseId(args.params.jobId) });
}

export default function JobSorts() {
  const { id, products, destinations, rights } = useLoaderData<typeof loader>();
  const there = (page: string) => paths.job(id, page);
  return (
    <div className="stack">
      {rights.see_products ? (
        <DetailBox title="Products" full>
          {products.length ? (
            <ul className="rows">
              {products.map((p) => (
                <li key={p.key}>
                  <span>
                    <ProductIcon of={p.key} />
                    <strong>{p.name}</strong> <span className="soft small">by the {p.unit}</span>
                  </span>{" "}
                  {rights.delete_product ? (
                    <a href={there(`products/${p.key}/deletion`)}>
                      Delete<span className="sr"> {p.name}</span>
                    </a>
                  ) : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">No products have been added to this job yet.</p>
          )}
          {rights.add_product ? (
            <div className="row">
              <ButtonLink href={there("products/new")}>Add product</ButtonLink>
            </div>
          ) : null}
        </DetailBox>
      ) : null}
      {destinations.map((d) => (
        <DetailBox
          key={d.id}
          title={[d.name, d.mileage].filter(Boolean).join(", ")}
          full
          edit={rights.edit_destination ? { href: there(`destinations/${d.id}`) } : null}
        >
          <p className="soft">{d.takes.join("; ") || "Doesn't accept a product yet"}</p>
          {rights.see_tickets ? (
            d.inventory.length ? (
              <>
                <h3>Inventory</h3>
                <ul className="rows">
                  {d.inventory.map((i) => (
                    <li key={i.key}>
                      <span>
                        <strong className="num">{i.held}</strong> {i.name}{" "}
                        <span className="soft small">{formatCount(i.loads, "load")} waiting</span>
                      </span>
                      <InventoryUnitChoice job={id} product={i} id={`unit-${d.id}-${i.key}`} at="sorts" />
                    </li>
                  ))}
                </ul>
                {rights.reassign ? (
                  <div className="row">
                    <ButtonLink href={there(`destinations/${d.id}/inventory`)}>Reassign inventory</ButtonLink>
                  </div>
                ) : null}
              </>
            ) : (
              <p className="soft">No inventory found for this destination</p>
            )
          ) : null}
        </DetailBox>
      ))}
      {rights.add_destination ? (
        <div className="row">
          <ButtonLink href={there("destinations/new")}>Add destination</ButtonLink>
        </div>
      ) : null}
    </div>
  );
}
