import "~/styles/production.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPeriod } from "~/lib/period-comparison/compare";
import { formatZone, getDay } from "~/lib/time/time";
import { Notice, PageHead } from "~/ui/parts";
import { PeriodPicker } from "~/ui/period";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getTrucks, getTurnTimes } from "../data/each.server";
import { loadSharedReportData } from "../data/frame.server";
import { getInventory } from "../data/inventory.server";
import { getPlan } from "../data/plan.server";
import {
  getQueryDays,
  isFilterableLoadReport,
  PRODUCTION_FILTER_FIELDS,
  parseProductionQuery,
  TURN_TIME_GROUPINGS,
} from "../rules/query";
import { getProduction } from "../shared/production.server";
import { ActiveFilters } from "../ui/chips";
import { Deliveries } from "../ui/deliveries";
import { InventoryTables } from "../ui/inventory-tables";
import { MeasureField } from "../ui/measure";
import { ReportFilters } from "../ui/narrow";
import { PlanTable } from "../ui/plan-table";
import { ReportLinks } from "../ui/reports";
import { TruckTable, TurnTimeTable } from "../ui/turns-tables";

export const meta: MetaFunction = () => [{ title: "Production · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const productionQuery = parseProductionQuery(args.request.url);
  const ctx = await createContext(args);
  const { report, input, problem, measure, unreadable } = productionQuery;
  const { from, to } = input;
  const days = { ...(from && to ? { from, to } : {}) };
  const today = getDay(ctx.now, ctx.actor.zone);
  const narrowed = Object.fromEntries(
    PRODUCTION_FILTER_FIELDS.flatMap((name) => (input[name] ? [[name, String(input[name])]] : [])),
  );
  const turnsBy = TURN_TIME_GROUPINGS.find((by) => by === input.by) ?? "destination";
  return {
    report,
    by: report === "turns" ? turnsBy : (input.by ?? "product"),
    turns_by: turnsBy,
    measure,
    ...(await loadSharedReportData(ctx, { ...days, ...narrowed })),
    narrows: isFilterableLoadReport(report),
    asked_days: getQueryDays(days, today),
    grain: input.grain ?? "day",
    compare: input.compare ?? "previous",
    problem,
    unreadable,
    narrowed,
    production:
      report === "deliveries" || report === "by" ? await callProcedure(getProduction, ctx, input) : null,
    trucks: report === "trucks" ? await callProcedure(getTrucks, ctx, { ...days, ...narrowed }) : null,
    plan: report === "plan" ? await callProcedure(getPlan, ctx, planDay(days, today)) : null,
    inventory: report === "inventory" ? await callProcedure(getInventory, ctx, {}) : null,
    may_plan: ctx.actor.permissions.job.update,
    turns:
      report === "turns"
        ? await callProcedure(getTurnTimes, ctx, { ...days, ...narrowed, by: turnsBy })
        : null,
  };
}

/** Day whose week and month the plan shows: the last day of the requested period, or today if the period includes today. */
const planDay = ({ from, to }: { from?: string; to?: string }, today: string) =>
  !from || !to || (from <= today && today <= to) ? {} : { on: to };

/** Production page: reports on the company's loads in a period. */
export default function ProductionPage() {
  const {
    report,
    by,
    grain,
    compare,
    problem,
    unreadable,
    narrowed,
    production,
    trucks,
    turns,
    plan,
    may_plan,
    inventory,
    narrows,
    asked_days,
    chips,
    choices,
    may_export,
    turns_by,
    measure,
  } = useLoaderData<typeof loader>();
  const meta = (production ?? trucks ?? turns ?? plan ?? inventory)?.meta;
  if (!meta) return null;
  if (unreadable.length)
    return (
      <div className="stack loose">
        <PageHead title="Production" />
        <UnreadableFilter parts={unreadable} />
      </div>
    );
  const range = { start: meta.from, end: meta.to };
  const stored = { ...narrowed, ...(measure === "loads" ? {} : { measure }) };
  const others = [
    ["report", report],
    ...(report === "by" || report === "turns" ? [["by", by]] : []),
    ...Object.entries(stored),
  ];
  const lines = others.map(([name = "", value = ""]) => [name, value] as const);
  const period = {
    range: inventory ? asked_days : range,
    grain: production?.meta.grain ?? grain,
    compare,
    today: meta.today,
  };
  return (
    <div className="stack loose production">
      <PageHead
        title="Production"
        lede={
          <>
            {formatPeriod(range, meta.today)}, as of{" "}
            <time dateTime={`${meta.as_of.at.slice(0, 16)}Z`}>{meta.as_of.text}</time>
          </>
        }
      />
      <p className="soft small">Days, weeks and months begin at midnight, {formatZone(meta.zone)}.</p>
      {problem ? <Notice tone="warn" title={problem} /> : null}
      {/* The plan shows one week and one month; the links to other reports keep the requested days. */}
      <ReportLinks
        report={report}
        by={by}
        period={{ ...period, range: asked_days }}
        narrowed={stored}
        mayExport={may_export}
      />
      {inventory ? null : (
        <PeriodPicker
          action={paths.production}
          period={period}
          others={lines}
          grains={report === "deliveries" ? undefined : [grain]}
          choice={production ? <MeasureField measure={measure} /> : null}
          asks={[...(production ? ["measure"] : []), ...(narrows ? choices.map(({ name }) => name) : [])]}
        >
          {narrows ? <ReportFilters choices={choices} /> : null}
        </PeriodPicker>
      )}
      {narrows ? (
        <ActiveFilters
          chips={chips}
          said={[
            ...lines,
            ["from", meta.from],
            ["to", meta.to],
            ["grain", period.grain],
            ["compare", compare],
          ]}
        />
      ) : null}
      {production ? <Deliveries production={production} measure={measure} /> : null}
      {trucks ? <TruckTable {...trucks} /> : null}
      {turns ? <TurnTimeTable {...turns} by={turns_by} /> : null}
      {plan ? <PlanTable {...plan} mayPlan={may_plan} /> : null}
      {inventory ? <InventoryTables {...inventory} /> : null}
    </div>
  );
}
