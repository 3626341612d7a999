import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { readVersion } from "../rules/fields";
import { PinMapFields } from "../ui/map";
import { drawPlacesMap } from "./map.server";

test("a pin shown at low zoom warns that a click is imprecise", async () => {
  const db = await openTestDatabase();
  const pin = { latitude: "44.66", longitude: "-84.72" };
  const finding = { typed: "", places: null, isOnItsWay: false, about: null };
  const html = async (zoom: number) => {
    const drawing = await drawPlacesMap(db.read, { latitude: 44.66, longitude: -84.72, zoom }, []);
    return renderToStaticMarkup(
      <PinMapFields drawing={drawing} finding={finding} pin={pin} errors={{}} label="Place" />,
    );
  };
  const words = "From this far out, a click can be miles off.";
  expect(await html(7)).toContain(words);
  expect(await html(13)).not.toContain(words);
});

test("moving a form's map keeps the version at which the form was opened", () => {
  const of = (query: string) => readVersion(new URLSearchParams(query), 7);
  expect([of(""), of("look=44,-84,9"), of("name=Yard&version=6"), of("name=Yard&version=8")]).toEqual([
    7, 7, 5, 7,
  ]);
  expect([of("name=Yard&version=99"), of("name=Yard&version=x"), of("name=Yard")]).toEqual([7, 7, 7]);
});
