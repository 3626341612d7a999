import "~/styles/weather.css";
import type { WeatherCardData } from "./weather.server";

/** Weather card of a place: forecast for now and 6, 12, and 18 hours from now, sunrise and sunset, a warning in force. */
export function WeatherCard({
  weather,
  full,
  mayMove,
}: {
  weather: WeatherCardData;
  full?: boolean;
  /** True if the card may switch to the reader's position; a job's weather always stays at the job. */
  mayMove?: boolean;
}) {
  return (
    <section
      className={`card weather${full ? " full" : ""}`}
      id="weather"
      data-due={weather.on_its_way ? "" : undefined}
    >
      <header>
        <h2>{weather.demo ? "Demo weather" : "Weather"}</h2>
        <span className="soft small">{weather.place}</span>
      </header>
      {weather.warning ? (
        <p className="warning">
          <strong>{weather.warning.event}</strong>
          {weather.warning.until ? ` until ${weather.warning.until}` : null}
        </p>
      ) : null}
      {weather.points ? (
        <ol className="points">
          {weather.points.map(({ when, degrees, words }) => (
            <li key={when}>
              <span className="soft small">{when}</span> <strong>{degrees} °F</strong>{" "}
              <span className="small">{words}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p>{weather.sorry}</p>
      )}
      <p className="soft small">
        {weather.sun}
        {weather.as_of ? ` · Forecast as of ${weather.as_of}` : null}
        {weather.demo ? " · Made up for the demo" : null}
      </p>
      {mayMove ? <WhereIAm /> : null}
    </section>
  );
}

/** Button that shows the weather at the reader's location; a script makes it visible. */
const WhereIAm = () => (
  <p className="screen-only">
    <button type="button" className="button small" data-place hidden>
      Weather where I am
    </button>{" "}
    <span className="soft small" role="status" />
  </p>
);

/** Weather card for a company that has no state yet, with links to set the state. */
export const WeatherWithoutPlace = () => (
  <section className="card weather" id="weather">
    <header>
      <h2>Weather</h2>
    </header>
    <p>
      We don't know where your company is yet. <a href="/company/edit">Set its state</a>
    </p>
    <WhereIAm />
  </section>
);
