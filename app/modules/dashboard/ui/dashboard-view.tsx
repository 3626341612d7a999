import "~/styles/dashboard.css";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import type { ShownFuel } from "~/modules/fuel/shared/fuel-card.server";
import type { WeatherCardData } from "~/modules/weather/shared/weather.server";
import { WeatherCard, WeatherWithoutPlace } from "~/modules/weather/shared/weather-card";
import { Chart } from "~/ui/chart";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { StatCards } from "~/ui/stat";
import { paths } from "~/web/paths";
import type { Dashboard } from "../data/dashboard.server";
import { FuelCard } from "./fuel-card";

/** Dashboard of a company: tasks, next loads, numbers, weather, diesel price. */
export function DashboardView({
  dashboard,
  weather,
  fuel,
  trip,
}: {
  dashboard: Dashboard;
  weather: WeatherCardData | null;
  fuel: ShownFuel | null;
  /** Load shown above everything else. */
  trip: { id: number } | null;
}) {
  const { needs_you, stat_cards, mine } = dashboard;
  return (
    <div className="dashboard">
      {needs_you.length ? (
        <section className="needs notice warn" aria-labelledby="needs-you">
          <h2 id="needs-you">Needs you</h2>
          <ul>
            {needs_you.map((need) => (
              <li key={need.key}>
                <a href={need.href}>
                  {need.count} {need.words}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Answers {...dashboard} trip={trip?.id ?? null} />
      {stat_cards.length ? (
        <StatCards
          label={mine ? "Your loads in numbers" : "Loads in numbers"}
          stats={stat_cards.map(({ key: _key, ...stat }) => stat)}
        />
      ) : null}
      <div className="boxes">
        <Weeks weeks={dashboard.weeks} mine={mine} />
        <div className="stack outside">
          {weather ? <WeatherCard weather={weather} mayMove /> : <WeatherWithoutPlace />}
          {fuel ? <FuelCard fuel={fuel} /> : null}
        </div>
      </div>
    </div>
  );
}

/** Cards that answer common questions: next destination, whether a load counted, pay day, and rate. */
function Answers({
  next,
  receives,
  counted,
  paid,
  owed,
  rates,
  mine,
  goals,
  to_date,
  trip,
}: Dashboard & { trip: number | null }) {
  if (!next && !counted && !paid && !owed && !rates && !goals.length) return null;
  return (
    <div className="boxes three answers">
      {next ? <Next loads={next.filter(({ id }) => id !== trip)} receives={receives} /> : null}
      {to_date ? <ToDate jobs={to_date} /> : null}
      {counted ? (
        <DetailBox title={mine ? "Did my loads count?" : "Did our loads count?"}>
          {counted.length ? (
            <ul>
              {counted.map((load) => (
                <li key={load.id}>
                  <a href={paths.ticket(load.id)}>{load.load}</a>{" "}
                  <span className="soft">
                    {load.when}: {load.late ? <span className="tag amber">{load.state}</span> : load.state}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p>No loads were delivered in the last two weeks.</p>
          )}
        </DetailBox>
      ) : null}
      <Goals goals={goals} />
      {paid ? (
        <DetailBox title="When are we paid?">
          <ul>
            <li>
              <a href="/settlements/to-receive">{paid.open}</a>
            </li>
            {paid.overdue.map((late) => (
              <li key={late}>
                <strong>{late}</strong>
              </li>
            ))}
            {paid.days.map((day) => (
              <li key={day}>{day}</li>
            ))}
            {paid.last ? <li className="soft">{paid.last}</li> : null}
          </ul>
        </DetailBox>
      ) : null}
      {owed ? (
        <DetailBox title="What do we owe?">
          <ul>
            {owed.overdue.map((late) => (
              <li key={late}>
                <a href="/settlements/statements?status=overdue">
                  <strong>{late}</strong>
                </a>
              </li>
            ))}
            {owed.due.map((due) => (
              <li key={due}>
                <a href="/settlements/statements?status=unpaid">{due}</a>
              </li>
            ))}
            {owed.open ? (
              <li>
                <a href="/settlements">{owed.open}</a>
              </li>
            ) : null}
          </ul>
        </DetailBox>
      ) : null}
      {rates ? (
        <DetailBox title="What is the rate?">
          {rates.length ? (
            <ul>
              {rates.map((rate) => (
                <li key={`${rate.job} ${rate.what} ${rate.payer}`}>
                  <strong>{rate.price}</strong> {rate.what},{" "}
                  <span className="soft">
                    {rate.job}, from {rate.payer}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p>You don't have a rate on an active job.</p>
          )}
        </DetailBox>
      ) : null}
    </div>
  );
}

/**
 * List of next loads: for a mill, loads on their way; otherwise the user's loads in progress, and waiting loads with a
 * Claim button.
 */
function Next({ loads, receives }: { loads: NonNullable<Dashboard["next"]>; receives: boolean }) {
  return (
    <DetailBox title={receives ? "What is coming?" : "Where next?"}>
      {loads.length ? (
        <ul>
          {loads.map((load) => (
            <li key={load.id} className={load.may_claim ? "row between claimable" : undefined}>
              <span>
                <a href={paths.ticket(load.id)}>{load.load}</a>{" "}
                {load.may_claim ? null : <span className="soft">{load.state}</span>}
              </span>{" "}
              {load.may_claim ? (
                <ButtonLink href={paths.ticketVerb(load.id, "claim")}>
                  Claim<span className="sr"> {load.load}</span>
                </ButtonLink>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p>{receives ? "No loads are on their way to you." : "No loads are waiting to be hauled."}</p>
      )}
    </DetailBox>
  );
}

/** Progress of this week's and this month's goals. */
function Goals({ goals }: Pick<Dashboard, "goals">) {
  if (goals.length === 0) return null;
  return (
    <DetailBox title="Are we on plan?">
      <ul>
        {goals.map(({ goal, came, left, behind }) => (
          <li key={`${goal} ${came}`}>
            <a href={`${paths.production}?report=plan`}>{goal}</a>{" "}
            <span className="soft">
              {came}, {behind ? <span className="tag amber">{left}, behind</span> : left}
            </span>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}

/** Volume delivered from an owner's land so far. */
function ToDate({ jobs }: { jobs: NonNullable<Dashboard["to_date"]> }) {
  return (
    <DetailBox title="What was hauled so far?">
      {jobs.length ? (
        <ul>
          {jobs.map(({ id, job, came, last, href }) => (
            <li key={id}>
              <a href={href}>{job}</a>{" "}
              <span className="soft">
                {came}, {last}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>No loads were delivered from your active jobs yet.</p>
      )}
    </DetailBox>
  );
}

function Weeks({ weeks, mine }: Pick<Dashboard, "weeks" | "mine">) {
  const total = weeks.reduce((sum, { loads }) => sum + loads, 0);
  if (weeks.length === 0) return null;
  const day = (on: string) => formatDay(on).replace(/, \d{4}$/, "");
  return (
    <section className="card">
      <Chart
        kind="columns"
        title={mine ? "Your last 8 weeks" : "The last 8 weeks"}
        says={`${formatCount(total, "load")} in 8 weeks; the outlined week isn't over.`}
        series={["Loads"]}
        unit="loads"
        by="Week starting Monday"
        folded
        rows={weeks.map(({ week_on, loads }, i) => ({
          label: formatDay(week_on),
          short: day(week_on),
          values: [loads],
          unfinished: i === weeks.length - 1,
        }))}
      />
    </section>
  );
}
