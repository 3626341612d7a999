import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { formatDate } from "~/lib/time/time";
import { DetailBox, Facts, Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getEudrPage } from "../data/eudr.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `EUDR export of ${data?.page.name ?? "a job"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  return {
    page: await callProcedure(getEudrPage, await createContext(args), { id: parseId(args.params.jobId) }),
  };
}

export default function Eudr() {
  const { page } = useLoaderData<typeof loader>();
  const { problems, plots, products } = page;
  return (
    <div className="stack loose">
      <PageHead
        title="EUDR export"
        lede="Where the wood was cut, as buyers in the European Union must report it."
        actions={
          page.file_name ? (
            <a className="button primary" href={paths.job(page.id, "eudr/file")} download={page.file_name}>
              Download GeoJSON
            </a>
          ) : null
        }
      />
      {problems.length ? (
        <Notice
          tone="warn"
          title={problems.length === 1 ? "One thing to check" : `${problems.length} things to check`}
        >
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice title="Ready to send">
          <p>Every plot is closed, doesn't cross itself, and names its producer.</p>
        </Notice>
      )}
      <div className="boxes">
        <DetailBox title="In the file">
          <Facts
            facts={[
              { term: "File", value: page.file_name },
              { term: "Producer", value: page.producer },
              { term: "Country", value: "US" },
              { term: "Production place", value: [page.name, page.county].filter(Boolean).join(", ") },
            ]}
          />
        </DetailBox>
        {plots.length ? (
          <DetailBox title="Plots">
            <table>
              <thead>
                <tr>
                  <th scope="col">Plot</th>
                  <th scope="col">First corner</th>
                  <th scope="col" className="number">
                    Hectares
                  </th>
                </tr>
              </thead>
              <tbody>
                {plots.map((plot, i) => (
                  <tr key={`${plot.at} ${String(i)}`}>
                    <td>{i + 1}</td>
                    <td>{plot.at}</td>
                    <td className="number">{plot.hectares || "Point"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </DetailBox>
        ) : null}
      </div>
      <DetailBox title="Delivered wood">
        {products.length ? (
          <>
            <Delivered products={products} />
            <p>
              <a
                className="button"
                href={paths.job(page.id, "eudr/products")}
                download={page.file_name?.replace(/\.geojson$/, "-products.csv")}
              >
                Download quantities (CSV)
              </a>
            </p>
            <p className="soft small">
              From the loads that you see. Mass is net of deductions, as weighed, or as scaled by the ton. MBF
              and cords aren't turned into kilograms.
            </p>
          </>
        ) : (
          <p className="soft">
            No load has been delivered yet. Species, quantities and dates come from delivered loads.
          </p>
        )}
      </DetailBox>
      <p className="row">
        <a href={paths.job(page.id, "map")}>Map</a> <a href={paths.job(page.id)}>Back to job</a>
      </p>
    </div>
  );
}

/** Facts about the wood that buyers must report: names, mass, and dates of cutting and delivery. */
function Delivered({
  products,
}: {
  products: ReturnType<typeof useLoaderData<typeof loader>>["page"]["products"];
}) {
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">Delivered wood by product</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Scientific name</th>
            <th scope="col" className="num">
              Loads
            </th>
            <th scope="col" className="num">
              Net mass
            </th>
            <th scope="col" className="num">
              Without a weight
            </th>
            <th scope="col">Days</th>
          </tr>
        </thead>
        <tbody>
          {products.map((p) => (
            <tr key={p.product}>
              <td data-label="Product">{p.product}</td>
              <td data-label="Scientific name">
                {p.scientific_name ? <i>{p.scientific_name}</i> : "More than one species"}
              </td>
              <td data-label="Loads" className="num">
                {p.loads}
              </td>
              <td data-label="Net mass" className="num">
                {p.kilograms ? `${p.kilograms.toLocaleString("en-US")} kg` : "—"}
              </td>
              <td data-label="Without a weight" className="num">
                {[...p.volumes, p.unmeasured ? formatCount(p.unmeasured, "load") : null]
                  .filter(Boolean)
                  .join(", ") || "—"}
              </td>
              <td data-label="Days">
                {p.from && p.to ? `${formatDate(p.from)} to ${formatDate(p.to)}` : "—"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
