import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { chooseLocationMethod, saveJobLocation } from "../data/location.server";
import { saveOverview } from "../data/overview.server";
import { addJobContractor, getContractors } from "../data/parties.server";
import { createSetupHarness, SETUP_OVERVIEW } from "../testing/setup-room.server";
import { ContractorsPage } from "./contractors-page";

test("lists a chosen contractor as added, without a button to add it again", async () => {
  const room = await createSetupHarness();
  const { call } = room.manager;
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await call(chooseLocationMethod, { location_method: "pin", version: 2 });
  await call(saveJobLocation, { location_method: "pin", coordinates: "44.70, -84.70", version: 3 });
  const html = async () => {
    const page = await call(getContractors, { section: "cutter", q: "Crew", any: false });
    return renderToStaticMarkup(<ContractorsPage page={page} path="/x" submissionId="0b7e3c1e-form" />);
  };
  const adds = `name="intent" value="add"`;
  expect(await html()).toContain(adds);
  const { version } = await call(getContractors, { section: "cutter", q: "", any: false });
  await call(addJobContractor, { role: "cutter", company_id: room.crew.id, version });
  expect(await html()).toContain(">Added</span>");
  expect(await html()).not.toContain(adds);
});
