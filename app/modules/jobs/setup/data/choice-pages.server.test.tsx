import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { parseForm } from "~/web/parse-form.server";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../testing/setup-room.server";
import { ContractorsChoice } from "../ui/contractors-choice";
import { SortsPage } from "../ui/sorts-page";
import { chooseContractors, getContractorChoice } from "./choice.server";
import { saveJobLocation } from "./location.server";
import { saveOverview } from "./overview.server";
import { getSortSheet } from "./sorts.server";
import { chooseDestinations, chooseProducts } from "./sorts-change.server";

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
  await room.manager.call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await room.manager.call(saveJobLocation, {
    location_method: "pin",
    coordinates: "44.70, -84.70",
    version: 2,
  });
});

/** Return the form data that a page sends without JavaScript, plus these checked boxes. */
function sent(page: ReactElement, ticked: readonly [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [input] of renderToStaticMarkup(page).matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
    const isBox = of("type") === "checkbox" || of("type") === "radio";
    if (of("name") !== "submission_id" && (!isBox || / checked=""/.test(input)))
      form.append(of("name"), of("value"));
  }
  for (const [name, value] of ticked) form.append(name, value);
  return form;
}
const readIn = <T,>(parsed: { status?: string; value?: T }): T => {
  if (parsed.value === undefined) throw new Error("refused");
  return parsed.value;
};
const id = "0b7e3c1e-form";

test("saves boxes checked without JavaScript, and shows the saved choices as checked", async () => {
  const { call } = room.manager;
  const contractors = async () => (
    <ContractorsChoice page={await call(getContractorChoice, {})} missing={false} submissionId={id} />
  );
  const crew = String(room.crew.id);
  const ticks: [string, string][] = [
    ["cutter", crew],
    ["skidder", crew],
    ["hauler", String(room.hauler.id)],
  ];
  const first = readIn(parseForm(sent(await contractors(), ticks), chooseContractors.input));
  expect(await call(chooseContractors, first)).toEqual({ complete: true });
  const again = readIn(parseForm(sent(await contractors(), []), chooseContractors.input));
  expect(again).toMatchObject({
    land_manager: [room.me.id],
    cutter: [room.crew.id],
    hauler: [room.hauler.id],
  });

  const sorts = async (section: string) => (
    <SortsPage page={await call(getSortSheet, { section, q: "" })} path="/x" none={false} submissionId={id} />
  );
  const products = sent(await sorts("products"), [["product", "5-746-0"]]);
  expect(await call(chooseProducts, readIn(parseForm(products, chooseProducts.input)))).toEqual({
    some: true,
  });
  const stored = readIn(parseForm(sent(await sorts("products"), []), chooseProducts.input));
  expect(stored.products).toEqual(["5-746-0"]);

  const yard = sent(await sorts("destinations"), [["destinations", `l${room.yard}`]]);
  await call(chooseDestinations, readIn(parseForm(yard, chooseDestinations.input)));
  const there = readIn(parseForm(sent(await sorts("destinations"), []), chooseDestinations.input));
  expect(there.destinations).toEqual([`l${room.yard}`]);
  expect(renderToStaticMarkup(await sorts("product_mix"))).toMatch(/is_accepted"[^>]* checked=""/);
});

test("shows the missing-entry message only if Next was pressed and nothing is chosen", async () => {
  const { call } = room.manager;
  const page = async (none: boolean) => (
    <SortsPage
      page={await call(getSortSheet, { section: "products", q: "" })}
      path="/x"
      none={none}
      submissionId={id}
    />
  );
  const alert =
    />Add at least one product to continue\.<.*role="alert"|role="alert".*>Add at least one product to continue\.</;
  expect(renderToStaticMarkup(await page(true))).not.toMatch(alert);
  await call(chooseProducts, { products: [], version: await room.versionNow() });
  expect(renderToStaticMarkup(await page(false))).not.toMatch(alert);
  expect(renderToStaticMarkup(await page(true))).toMatch(alert);
});

test("shows the same message for an empty role as the role's own page", async () => {
  const { call } = room.manager;
  await call(chooseContractors, { land_manager: [], version: await room.versionNow() });
  const page = await call(getContractorChoice, {});
  const html = renderToStaticMarkup(<ContractorsChoice page={page} missing submissionId={id} />);
  expect(html).toContain("Choose at least one cutter to continue.");
});
