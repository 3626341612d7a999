/** A sky: its group in OpenWeather's terms, which API callers already rely on, and the number of its picture. */
type Sky = { main: string; picture: string };

const SKIES: Record<string, Sky> = {
  clear: { main: "Clear", picture: "01" },
  few: { main: "Clouds", picture: "02" },
  some: { main: "Clouds", picture: "03" },
  clouds: { main: "Clouds", picture: "04" },
  showers: { main: "Rain", picture: "09" },
  rain: { main: "Rain", picture: "10" },
  storm: { main: "Thunderstorm", picture: "11" },
  snow: { main: "Snow", picture: "13" },
  mist: { main: "Mist", picture: "50" },
};

/** Names of the National Weather Service's icons (api.weather.gov/icons), with the sky for each. */
const NWS: Record<string, keyof typeof SKIES> = {
  skc: "clear",
  few: "few",
  sct: "some",
  bkn: "clouds",
  ovc: "clouds",
  wind_skc: "clear",
  wind_few: "few",
  wind_sct: "some",
  wind_bkn: "clouds",
  wind_ovc: "clouds",
  hot: "clear",
  cold: "clear",
  snow: "snow",
  blizzard: "snow",
  sleet: "snow",
  rain_snow: "snow",
  rain_sleet: "snow",
  snow_sleet: "snow",
  fzra: "rain",
  rain_fzra: "rain",
  snow_fzra: "snow",
  rain: "rain",
  rain_showers: "showers",
  rain_showers_hi: "showers",
  tsra: "storm",
  tsra_sct: "storm",
  tsra_hi: "storm",
  tornado: "storm",
  hurricane: "storm",
  tropical_storm: "storm",
  dust: "mist",
  smoke: "mist",
  haze: "mist",
  fog: "mist",
};

export type Weather = { icon: string; main: string };

const weatherOf = (sky: Sky, day: boolean): Weather => ({
  icon: `${sky.picture}${day ? "d" : "n"}`,
  main: sky.main,
});

/** Return the sky for an icon's URL, ".../icons/land/day/tsra_hi,40?size=small"; clouds for an unknown icon. */
export function parseWeatherIcon(address: string | null, day: boolean): Weather {
  const [, name = ""] = /\/(?:day|night)\/([a-z_]+)/.exec(address ?? "") ?? [];
  const sky = SKIES[(Object.hasOwn(NWS, name) ? NWS[name] : null) ?? "clouds"];
  return weatherOf(sky ?? { main: "Clouds", picture: "04" }, day);
}

/** Create a sky of the given kind, for made-up weather. */
export const createWeather = (
  kind: "clear" | "few" | "clouds" | "rain" | "snow" | "mist",
  day: boolean,
): Weather => weatherOf(SKIES[kind] ?? { main: "Clouds", picture: "04" }, day);

/** Display names of skies. */
const WORDS: Record<string, string> = {
  "01": "Clear",
  "02": "Mostly clear",
  "03": "Partly cloudy",
  "04": "Cloudy",
  "09": "Showers",
  "10": "Rain",
  "11": "Thunderstorms",
  "13": "Snow",
  "50": "Fog or haze",
};
export const formatSky = ({ icon, main }: Weather): string => WORDS[icon.slice(0, 2)] ?? main;
