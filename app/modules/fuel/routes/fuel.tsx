import "~/styles/fuel.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { getQuickRange } from "~/lib/time/date-range";
import { getDay } from "~/lib/time/time";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addFuelPrice, listFuelPrices } from "../data/fuel.server";
import { listFuelRules } from "../data/rules.server";
import { FUEL_REGION_CODES, FUEL_REGIONS, isFuelRegion } from "../rules/regions";
import { readCompanyFuelRegion } from "../shared/fuel-prices.server";
import { FuelForm } from "../ui/fuel-form";
import { FuelRules } from "../ui/fuel-rules";
import { FuelWeeks } from "../ui/fuel-weeks";

export const meta: MetaFunction = () => [{ title: "Fuel prices · Timbertally" }];

const SHOWN = 15;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { searchParams } = new URL(args.request.url);
  const searchParam = searchParams.get("region") ?? "";
  const region = isFuelRegion(searchParam)
    ? searchParam
    : await readCompanyFuelRegion(ctx.db.read, ctx.actor.company?.id ?? 0);
  const page = /^\d{1,4}$/.test(searchParams.get("page") ?? "") ? Number(searchParams.get("page")) : 0;
  const [list, { fuel_rules }] = await Promise.all([
    callProcedure(listFuelPrices, ctx, { region, take: SHOWN, skip: page * SHOWN }),
    callProcedure(listFuelRules, ctx, {}),
  ]);
  return {
    region,
    page,
    query: new URLSearchParams({ region }).toString(),
    weeks: list.fuel_prices,
    total: list.meta.total,
    rules: fuel_rules.map(({ id, name, words }) => ({ id, name, words })),
    monday: getQuickRange("this_week", getDay(ctx.now, ctx.actor.zone)).start,
    may_add: hasPermission(ctx.actor.permissions, "settlement.create"),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(addFuelPrice, args, {
    to: ({ region }) => `/settlements/fuel?region=${region}&done=saved`,
  });

/** Diesel prices by week and region, and the form that adds a week. */
export default function FuelPrices() {
  const { region, page, query, weeks, total, monday, rules, may_add, submission_id } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const name = FUEL_REGIONS[region];
  return (
    <div className="stack loose fuel-prices">
      <div className="stack">
        <h2>Fuel prices</h2>
        <p className="soft">
          The average price of a gallon of diesel each week. A price that you enter replaces the published one
          for what your company pays, and for payers without an account that you settle for.
        </p>
      </div>
      {may_add && weeks.length ? (
        <p>
          <a href="#add">Add a week</a>
        </p>
      ) : null}
      <form method="get" className="row pick">
        <label htmlFor="shown-region">Region</label>{" "}
        <select className="input" id="shown-region" name="region" defaultValue={region}>
          {FUEL_REGION_CODES.map((code) => (
            <option key={code} value={code}>
              {FUEL_REGIONS[code]}
            </option>
          ))}
        </select>{" "}
        <button type="submit" className="button">
          Show
        </button>
      </form>
      {weeks.length ? (
        <>
          <FuelWeeks name={name} weeks={weeks} />
          <Pagination
            pathname="/settlements/fuel"
            query={query}
            page={page}
            pageSize={SHOWN}
            total={total}
            noun="week"
          />
        </>
      ) : (
        <EmptyState
          title={`No price for the ${name} region yet`}
          next={may_add ? { href: "#add", label: "Type this week's price" } : null}
        >
          <p>
            The Energy Information Administration publishes one every Monday at eia.gov/petroleum/gasdiesel.
          </p>
        </EmptyState>
      )}
      <FuelRules rules={rules} mayAdd={may_add} />
      {may_add ? (
        <FuelForm region={region} monday={monday} result={result} submissionId={submission_id} />
      ) : null}
    </div>
  );
}
