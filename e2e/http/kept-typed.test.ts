import sharp from "sharp";
import { expect, inject, test } from "vitest";
import { createCaller, signInPerson } from "./support/caller";
import { findElements, parseHtml } from "./support/html";

/** Typed values are still there after a refusal and after Back. */
const field = (html: string, name: string) =>
  findElements(parseHtml(html), (e) => e.name === "input" && e.attributes.name === name)[0]?.attributes.value;
const submission = (html: string) => field(html, "submission_id") ?? "";

test("keeps a photo's caption when the photo is refused, and saves the caption once a photo is accepted", async () => {
  const person = await signInPerson(inject("served").url, "ida");
  const product = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
  const { id } = JSON.parse((await person.ask("/api/trip-tickets", { json: product })).text) as {
    id: number;
  };
  for (const place of [`/trip-tickets/${id}`, "/jobs/1"]) {
    const page = `${place}/photos`;
    const caption = `Top-loaded at ${place}`;
    const send = async (photo: Blob, words: string) =>
      person.ask(page, {
        parts: { submission_id: submission(await person.read(page)), photo, caption: words },
        follow: true,
      });
    const refused = await send(new Blob(["not a picture"], { type: "image/jpeg" }), caption);
    expect(refused.text).toContain("We couldn&#x27;t read this photo");
    expect(field(refused.text, "caption")).toBe(caption);
    const long = "x".repeat(201);
    const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: "#395" } });
    const photo = new Blob([new Uint8Array(await picture.png().toBuffer())], { type: "image/png" });
    const tooLong = await send(photo, long);
    expect(tooLong.text).toContain("A caption can be at most 200 characters");
    expect(field(tooLong.text, "caption")).toBe(long);
    const taken = await send(photo, caption);
    expect([place, taken.status]).toEqual([place, 200]);
    const shown = await person.read(place.startsWith("/jobs") ? page : place);
    const [image] = findElements(parseHtml(shown), (e) => e.name === "img" && e.attributes.alt === caption);
    const number = /photos\/(\d+)\//.exec(image?.attributes.src ?? "")?.[1];
    expect(await person.read(`${page}/${number}`)).toMatch(new RegExp(`<h\\d[^>]*>${caption}</h\\d>`));
  }
});

test("Back leads from each step of setting up a company to the previous step, and keeps typed values", async () => {
  const person = createCaller(inject("served").url);
  const account = { first_name: "Vera", last_name: "Aho", password: "norway pine and tamarack" };
  await person.ask("/signup", { form: { ...account, email: `back-${Date.now()}@example.test` } });
  const back = async (from: string, typed: Record<string, string>) => {
    const answer = await person.ask("/onboarding/back", { form: { from, ...typed }, follow: true });
    return [answer.status, new URL(answer.url).pathname];
  };
  await person.ask("/onboarding/start", { form: {} });
  expect(await back("choose-company-perspective", { roles: "is_hauler" })).toEqual([
    200,
    "/onboarding/join-company",
  ]);
  await person.ask("/onboarding/start", { form: {} });
  const roles = await person.read("/onboarding/choose-company-perspective");
  expect(roles).toMatch(/value="is_hauler"[^>]*checked|checked=""[^>]*value="is_hauler"/);
  await person.ask("/onboarding/choose-company-perspective", { form: { roles: "is_hauler" } });
  const typed = {
    roles: "is_hauler",
    name: "Half a na",
    contact_first_name: "Reino",
    contact_phone_number: "906",
    address: "12 Deward Rd",
    city: "Grayling",
    license: "FSC-C1",
  };
  const pages = await person.read("/onboarding/create-company");
  expect(pages).toMatch(/formAction="\/onboarding\/back"[^>]*name="from" value="create-company"/i);
  expect(await back("create-company", typed)).toEqual([200, "/onboarding/choose-company-perspective"]);
  await person.ask("/onboarding/choose-company-perspective", { form: { roles: "is_hauler" } });
  const again = await person.read("/onboarding/create-company");
  const { roles: _roles, ...texts } = typed;
  for (const [name, value] of Object.entries(texts))
    expect([name, field(again, name)]).toEqual([name, value]);
});
