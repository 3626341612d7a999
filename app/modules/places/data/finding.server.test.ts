import { expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { readPlaceForm } from "./finding.server";

const sent = (form: Record<string, string>) =>
  readPlaceForm({
    request: new Request("http://localhost/company/locations/new?full=1", {
      method: "POST",
      body: new URLSearchParams(form),
    }),
  });

test("searches for a typed place if no pin is set, keeping the typed form; saves the form if a pin is set", async () => {
  const looks = await sent({ place: "Grayling", name: "Yard", version: "2" }).catch(
    (thrown: Response) => thrown,
  );
  expect(looks).toBeInstanceOf(Response);
  expect((looks as Response).headers.get("Location")).toBe(
    "/company/locations/new?full=1&place=Grayling&name=Yard&find=1#find-place",
  );
  const saves = await sent({ place: "Grayling", name: "Yard", latitude: "44.6", longitude: "-84.7" });
  expect([...saves.keys()]).toEqual(["name", "latitude", "longitude"]);
});

test("saves a form too long for a URL instead of searching, and the form reports what is missing", async () => {
  const form = await sent({ place: "x".repeat(5_000), name: "Yard" });
  expect([...form.keys()]).toEqual(["name"]);
});

test("Enter with new search words searches again even if a pin is set; with the last words it saves", async () => {
  const pinned = { place: "Mio", latitude: "44.6", longitude: "-84.7" };
  const looks = await sent({ ...pinned, enter: "Grayling" }).catch((thrown: Response) => thrown);
  expect((looks as Response).headers.get("Location")).toBe(
    "/company/locations/new?full=1&place=Mio&latitude=44.6&longitude=-84.7&find=1#find-place",
  );
  expect([...(await sent({ ...pinned, enter: "Mio" })).keys()]).toEqual(["latitude", "longitude"]);
  expect([...(await sent({ ...pinned, place: "", enter: "Mio" })).keys()]).toEqual(["latitude", "longitude"]);
});

test("searches for an address without a pin by its town, and keeps all typed text", async () => {
  await openTestDatabase();
  const address = { address: "118 Main St", city: "Grayling", us_state_id: "26", zip: "49738" };
  const looks = await sent({ name: "Yard", ...address }).catch((thrown: Response) => thrown);
  const path = (looks as Response).headers.get("Location") ?? "";
  const { searchParams } = new URL(path, "http://localhost");
  expect(Object.fromEntries(searchParams)).toEqual({
    full: "1",
    name: "Yard",
    ...address,
    place: "Grayling, MI",
    find: "1",
  });
  const form = await sent({ name: "Yard", ...address, latitude: "44.6", longitude: "-84.7" });
  expect(form.get("city")).toBe("Grayling");
});
