import { z } from "zod";
import { isOnlyLandOwner } from "~/lib/access/company-roles";
import { formatMoney } from "~/lib/money/money";
import { formatAtPlace } from "~/lib/time/place-time";
import { formatDate, getDay } from "~/lib/time/time";
import { formatVolume } from "~/lib/units/measures";
import { formatRateWithUnit } from "~/modules/rates/rules/rates";
import { getRatesInForce } from "~/modules/settlements/rules/in-force";
import type { PaySummary } from "~/modules/settlements/shared/pay-of.server";
import { getStatusLabel, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { ReadCtx } from "~/web/procedure";
import { formatDue, formatOverdue, formatPayDays } from "../rules/pay-days";
import * as reads from "./dashboard-reads.server";

const words = z.string();
const FORTNIGHT_S = 14 * 86_400;

/** Response shapes of the tiles that answer common questions; each is null if the user may not see it. */
export const dashboardTilesOutput = {
  counted: z
    .array(
      z.strictObject({ id: z.number().int(), load: words, when: words, state: words, late: z.boolean() }),
    )
    .nullable()
    .describe("Did my loads count? The last five, and how far each has come."),
  paid: z
    .strictObject({
      open: words,
      overdue: z.array(words).describe("Statements past their pay date, by who pays."),
      days: z.array(words).describe("The next payment of each payer, from statements due."),
      last: words.nullable(),
    })
    .nullable()
    .describe("When am I paid? Only for who may read settlements."),
  owed: z
    .strictObject({
      overdue: z.array(words).describe("Statements past their pay date, by who is paid."),
      due: z.array(words).describe("What is left of statements, by pay date."),
      open: words.nullable().describe("What is not on a statement yet."),
    })
    .nullable()
    .describe("What do we owe? Only for who pays and may read settlements."),
  next: z
    .array(
      z.strictObject({
        id: z.number().int(),
        load: words,
        state: words,
        mine: z.boolean(),
        may_claim: z.boolean(),
      }),
    )
    .nullable()
    .describe(
      "Where next? Loads under way, then three that wait to be hauled; for a mill what is on its way there.",
    ),
  receives: z.boolean().describe("Whether what comes next is what a mill waits for."),
  rates: z
    .array(z.strictObject({ job: words, what: words, price: words, payer: words }))
    .nullable()
    .describe("What is the rate? Only for who may read rates."),
  weather_at: z
    .strictObject({ name: words, latitude: z.number(), longitude: z.number(), zone: words })
    .nullable()
    .describe("Where the weather is shown for: the load under way, else the middle of the company's state."),
};

/** Read the tiles of a company that hauls, cuts or skids, and the location for the weather. */
export async function readDashboardTiles(
  ctx: ReadCtx,
  person: number | null,
  seesLoads: boolean,
  pay: PaySummary | null = null,
) {
  const { actor } = ctx;
  const { roles } = actor.company;
  const works = seesLoads && (roles.is_hauler || roles.is_cutter || roles.is_skidder);
  // Show a land owner the same tiles, about the owner's wood and stumpage.
  const earns = works || (seesLoads && roles.is_land_owner);
  const hauls = seesLoads && roles.is_hauler;
  const { own, waiting } = hauls
    ? await ownAndWaiting(ctx, !isOnlyLandOwner(roles))
    : { own: [], waiting: [] };
  const [first] = own;
  // A mill sees incoming loads, earliest pickup first.
  const receives = seesLoads && roles.is_mill && !roles.is_hauler;
  const [coming, counted, rates, weather_at] = await Promise.all([
    receives ? inboundOf(ctx) : [],
    earns ? loadsOf(ctx, person) : null,
    earns && actor.permissions.job_rate.read ? ratesOf(ctx) : null,
    first?.place ?? statePlace(ctx),
  ]);
  return {
    counted,
    paid: earns && pay ? payWords(pay) : null,
    owed: person === null && pay ? owedWords(pay) : null,
    next: hauls ? [...own, ...waiting].map(({ place: _, ...load }) => load) : receives ? coming : null,
    receives,
    rates,
    weather_at,
  };
}

/** Return the last loads, each with the day of its drop-off in the mill's time zone. */
async function loadsOf({ read, actor, now }: ReadCtx, person: number | null) {
  const seconds = Math.floor(now.getTime() / 1000);
  const rows = await reads.readDashboardLastLoads(read, {
    me: actor.company.id,
    person,
    since: seconds - FORTNIGHT_S,
    money: actor.permissions.settlement.read ? 1 : 0,
  });
  return rows.map((row) => ({
    id: row.id,
    load: `#${row.number} to ${row.destination}`,
    when: formatDate(getDay(new Date(row.at * 1000), row.zone)).replace(/, \d{4}$/, ""),
    state: row.paid
      ? "Paid"
      : row.posted
        ? "On a statement"
        : row.scaled === null
          ? seconds - row.at > 3 * 86_400
            ? "Not scaled after 3 days"
            : "Delivered, not scaled yet"
          : `Scaled ${formatVolume(row.scaled, row.unit)}${row.scale_ticket ? ` (${row.scale_ticket})` : ""}`,
    late: row.scaled === null && seconds - row.at > 3 * 86_400,
  }));
}

type NextRow = Awaited<ReturnType<typeof reads.readOwnAndWaitingLoads>>[number];
const milesWords = (miles: number | null) => (miles === null ? "" : `, ${miles.toLocaleString("en-US")} mi`);
const nextOf = (row: NextRow, claims: boolean) => ({
  id: row.id,
  load: `#${row.number}: ${row.job} to ${row.destination}${milesWords(row.miles)}`,
  state: getStatusLabel(row.status).replace(/^Is /, ""),
  mine: Boolean(row.own),
  may_claim: claims && Boolean(row.hauls),
  place:
    row.latitude === null || row.longitude === null
      ? null
      : { name: row.job, latitude: row.latitude, longitude: row.longitude, zone: row.zone },
});

/** Return the user's loads in progress, with those on the road first, and loads that wait for the company to haul. */
async function ownAndWaiting({ read, actor }: ReadCtx, waits: boolean) {
  const me = actor.company.id;
  const rows = await reads.readOwnAndWaitingLoads(read, {
    person: actor.user?.id ?? 0,
    me,
    waits: waits ? me : 0,
  });
  const claims = actor.permissions.trip_ticket.update;
  const onTheRoad = (row: NextRow) => Number(row.status !== STATUS.inTransit);
  const own = rows.filter((row) => row.own).sort((a, b) => onTheRoad(a) - onTheRoad(b));
  return {
    own: own.map((row) => nextOf(row, false)),
    waiting: rows.filter((row) => !row.own).map((row) => nextOf(row, claims)),
  };
}

async function inboundOf({ read, actor, now }: ReadCtx) {
  const rows = await reads.readLoadsInboundToMill(read, { me: actor.company.id });
  return rows.map((row) => ({
    id: row.id,
    load: `#${row.number}: ${row.job} to ${row.destination}`,
    state: row.picked_up_at
      ? `picked up ${formatAtPlace(row.picked_up_at, { place: row.zone, reader: actor.zone, now })}`
      : getStatusLabel(row.status).replace(/^Is /, ""),
    mine: false,
    may_claim: false,
  }));
}

/** Maximum number of rates on the dashboard. */
const MAX_RATES = 5;
async function ratesOf({ read, actor, now }: ReadCtx) {
  const rates = await reads.readOwnRates(read, { me: actor.company.id });
  // Use the current day in the job's time zone, as on the job's rates page.
  return [...new Set(rates.map(({ zone }) => zone))]
    .flatMap((zone) =>
      getRatesInForce(
        rates.filter((rate) => rate.zone === zone),
        getDay(now, zone),
        ({ key }) => key,
      ),
    )
    .slice(0, MAX_RATES)
    .map(({ job, what, rate, per, unit, payer }) => ({
      job,
      what,
      price: formatRateWithUnit(rate, per, unit),
      payer,
    }));
}

async function statePlace({ read, actor }: ReadCtx) {
  const [row] = await reads.readStateLocation(read, { me: actor.company.id });
  if (!row) return null;
  const { crosses, name, latitude, longitude, zone } = row;
  return { name, latitude, longitude: crosses ? longitude - 180 : longitude, zone };
}

function payWords({ unsettled_loads, cents, payers, last_paid }: PaySummary) {
  return {
    open:
      unsettled_loads || cents
        ? `${formatMoney(cents)} for ${unsettled_loads.toLocaleString("en-US")} ${unsettled_loads === 1 ? "load" : "loads"} is still to be paid`
        : "Nothing is waiting to be paid",
    overdue: formatOverdue(payers),
    days: formatPayDays(payers),
    last: last_paid ? `Last paid ${formatMoney(last_paid.cents)} on ${formatDate(last_paid.on)}` : null,
  };
}

/** Format the amounts the company owes: overdue, due, and not on a statement yet. Null if it owes nothing. */
function owedWords({ pays: { statements, payees, open_cents } }: PaySummary) {
  if (!statements.cents && !open_cents) return null;
  return {
    overdue: formatOverdue(payees),
    due: formatDue(statements),
    open: open_cents ? `${formatMoney(open_cents)} isn't on a statement yet` : null,
  };
}
