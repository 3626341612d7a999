import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { testDatabase } from "#db/testing/test-database";
import { PinFields } from "./map";
import { drawPlaces } from "./map.server";

test("a company's pin that is looked at from far out asks for a closer look", async () => {
  const db = await testDatabase();
  const pin = { latitude: "44.66", longitude: "-84.72" };
  const finding = { typed: "", places: null, isOnItsWay: false, about: null };
  const html = async (zoom: number) => {
    const drawing = await drawPlaces(db.read, { latitude: 44.66, longitude: -84.72, zoom }, []);
    return renderToStaticMarkup(
      <PinFields drawing={drawing} finding={finding} pin={pin} errors={{}} label="Place" />,
    );
  };
  const words = "From this far out, a click can be miles off.";
  expect(await html(7)).toContain(words);
  expect(await html(13)).not.toContain(words);
});
