import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink, EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getProductNamesPage } from "../data/product-names.server";

export const meta: MetaFunction = () => [{ title: "Product names · Timbertally" }];

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getProductNamesPage, await createContext(args), {});

/** List of the company's own product names, next to the standard names. */
export default function ProductNames() {
  const { names, may_add, may_edit, may_delete } = useLoaderData<typeof loader>();
  const add = { href: "/company/products/new", label: "Name a product" };
  return (
    <div className="narrow stack loose">
      <div>
        <h2>Product names</h2>
        <p className="soft">
          What your crews call a product. Your jobs, loads, paper and files show it with the standard name,
          for everyone who sees the load. Prices, certificates and state rules use the standard name.
        </p>
      </div>
      {names.length ? (
        <>
          {may_add ? (
            <p>
              <ButtonLink href={add.href} tone="primary">
                {add.label}
              </ButtonLink>
            </p>
          ) : null}
          <ul className="lines card">
            {names.map((item) => (
              <li key={item.id} className="row between">
                <span>
                  <strong>{item.name}</strong>
                  <br />
                  <span className="soft">{item.product}</span>
                </span>{" "}
                <span className="row">
                  {may_edit ? (
                    <a href={`/company/products/${item.id}`}>
                      Edit<span className="sr"> {item.name}</span>
                    </a>
                  ) : null}{" "}
                  {may_edit && may_delete ? (
                    <a href={`/company/products/${item.id}/deletion`}>
                      Delete<span className="sr"> {item.name}</span>
                    </a>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <EmptyState title="You call every product by its standard name" next={may_add ? add : null}>
          <p>Do your crews say "8 ft popple bolts"? Name the product once, and loads say so too.</p>
        </EmptyState>
      )}
    </div>
  );
}
