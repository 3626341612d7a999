import type { ForecastHour } from "./forecast";
import { createWeather } from "./sky";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Made-up weather for the demo and for tests, without any requests: the same for the same place and hour, colder in
 * winter, at night, and in the north. Pages that show it label it as demo weather.
 */
export function createDemoForecast(
  { latitude, longitude }: { latitude: number; longitude: number },
  now: Date,
): ForecastHour[] {
  const first = Math.floor(now.getTime() / 1000 / HOUR) * HOUR;
  return Array.from({ length: 36 }, (_, i) => {
    const dt = first + i * HOUR;
    // Solar time at the place, from its longitude.
    const local = (((dt + (longitude / 15) * HOUR) % DAY) + DAY) % DAY;
    const hour = local / HOUR;
    const dayOfYear = (dt / DAY) % 365.25;
    const season = Math.cos(((dayOfYear - 200) / 365.25) * 2 * Math.PI);
    const temp =
      75 - Math.abs(latitude - 25) * 1.2 + season * 22 + Math.cos(((hour - 15) / 24) * 2 * Math.PI) * 8;
    const spell = Math.abs(Math.sin(Math.floor(dt / DAY) * 12.9898 + Math.round(latitude) * 4.1)) * 4;
    const kind = (["clear", "few", "clouds", "rain"] as const)[
      Math.min(3, Math.floor(spell + (hour > 12 ? 0.5 : 0)))
    ];
    const sky = kind === "rain" && temp < 33 ? "snow" : (kind ?? "clouds");
    return { dt, temp: Math.round(temp), ...createWeather(sky, hour >= 7 && hour < 19) };
  });
}
