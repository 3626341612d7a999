import "~/styles/owner.css";
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { formatCount } from "~/lib/text/text";
import { MapSvg } from "~/modules/maps/shared/map-svg";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import type { OwnerLoad } from "../data/loads.server";
import { LOADS_PER_PAGE, readOwnerPage } from "../data/public.server";
import { getOwnerMeta, OWNER_HEADERS } from "../rules/meta";
import { DeadlineList } from "../ui/clock-list";
import { MissingLoadNumbers, OwnerDeliveryTable } from "../ui/owner-sums";

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  getOwnerMeta(page?.job.name ?? "Your loads");
export const headers: HeadersFunction = () => OWNER_HEADERS;

export async function loader(args: LoaderFunctionArgs) {
  const asked = Number(new URL(args.request.url).searchParams.get("page") ?? 0);
  const page = Number.isInteger(asked) && asked >= 0 && asked <= 100_000 ? asked : 0;
  const code = (args.params.code ?? "").slice(0, 60);
  const ownerPage = await callProcedure(readOwnerPage, await createOpenContext(args), { code, page });
  return data({ ...ownerPage, page_size: LOADS_PER_PAGE }, { headers: OWNER_HEADERS });
}

function placeWords(load: OwnerLoad): string {
  if (load.stage === "In a yard") return `In a yard, bound for ${load.facility}.`;
  return load.stage === "On the way"
    ? `On its way to ${load.facility}${load.loaded ? `, loaded ${load.loaded}` : ""}.`
    : `Received by ${load.facility}${load.received ? `, ${load.received}` : ""}.`;
}

/** One load, described without terms of the trade. */
function Load({ load }: { load: OwnerLoad }) {
  const amount = load.volume ? `${load.volume}${load.is_estimate ? " (estimate)" : ""}` : null;
  return (
    <li>
      <h3>Load {load.load_number}</h3>
      <p>
        <strong>{load.product}</strong>
        {amount ? <>, {amount}</> : null}
      </p>
      <p>{placeWords(load)}</p>
      <p className="soft">
        {[
          load.net && `Net weight ${load.net}`,
          load.deduction && `Deducted ${load.deduction}`,
          load.scale_ticket && `Scale ticket ${load.scale_ticket}`,
          load.logger && `Cut by ${load.logger}`,
          `Ticket #${load.number}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  );
}

/** Land owner's page of the wood removed from the owner's land, in large letters, without an account and without prices. */
export default function OwnerLoadsPage() {
  const { path, owner, job, sums, numbers, loads, page, page_size, ...more } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <div className="owner stack loose">
        <PageHead title="Wood from your land" lede={`${job.name}, ${job.county} County, ${job.state}`} />
        <p>
          For {owner}. As of {more.as_of}.
        </p>
        <dl className="owner-figures">
          <div>
            <dt>Delivered</dt>
            <dd>{formatCount(sums.loads, "load")}</dd>
          </div>
          {sums.volumes.length ? (
            <div>
              <dt>In all</dt>
              {sums.volumes.map((volume) => (
                <dd key={volume}>{volume}</dd>
              ))}
            </div>
          ) : null}
          <div>
            <dt>On the way now</dt>
            <dd>{formatCount(numbers.under_way, "load")}</dd>
          </div>
          {sums.last ? (
            <div>
              <dt>Last delivery</dt>
              <dd className="words">{sums.last}</dd>
            </div>
          ) : null}
        </dl>
        <div className="row screen-only">
          <ButtonLink href={`${path}/report`} tone="primary">
            Report to print
          </ButtonLink>
          <ButtonLink href={`${path}/file`}>Save as a spreadsheet</ButtonLink>
        </div>
        <OwnerDeliveryTable sums={sums} />
        <section className="stack" aria-labelledby="loads">
          <h2 id="loads">Every load, the newest first</h2>
          {loads.length ? (
            <ol className="owner-loads">
              {loads.map((load) => (
                <Load key={`${load.load_number} ${load.number}`} load={load} />
              ))}
            </ol>
          ) : (
            <p>{numbers.told ? "This page is after the last load." : "No load has left your land yet."}</p>
          )}
          <Pagination
            pathname={path}
            query=""
            page={page}
            pageSize={page_size}
            total={numbers.told}
            noun="load"
          />
          <MissingLoadNumbers numbers={numbers} />
        </section>
        {more.map ? (
          <section className="stack" aria-labelledby="land">
            <h2 id="land">Your land</h2>
            {job.land ? <p>{job.land}</p> : null}
            <MapSvg drawing={more.map} label={`Your land in ${job.county} County`} />
          </section>
        ) : null}
        {more.clocks.length ? (
          <section className="stack" aria-labelledby="law">
            <h2 id="law">The report you are owed</h2>
            <DeadlineList clocks={more.clocks} state={job.state} />
            {more.last_report ? (
              <p>
                The last report was given {more.last_report.given_on}. It covers loads through{" "}
                {more.last_report.covers_to}.
              </p>
            ) : null}
          </section>
        ) : null}
        <section aria-labelledby="ask">
          <h2 id="ask">Questions?</h2>
          <p>
            Ask {job.managers.length ? job.managers.join(" or ") : job.requester}
            {more.phone ? (
              <>
                {" "}
                at <a href={`tel:${more.phone}`}>{formatPhone(more.phone)}</a>
              </>
            ) : null}
            . Prices and payments aren't shown here. Keep your code to yourself: anyone who has it can read
            this page.
          </p>
        </section>
      </div>
    </PublicFrame>
  );
}
