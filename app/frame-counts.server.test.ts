import { expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { companyFlag, crewMemberRequest } from "#db/schema";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { combineCrewFlags } from "~/lib/access/crew-permissions";
import { TRIAL_MARKER } from "~/modules/settlements/shared/trial.server";
import type { Actor } from "~/web/actor";
import { readPendingCounts } from "./frame-counts.server";

const db = await openTestDatabase();
const h = await makeHarvest(db);
const now = new Date();
const counts = (actor: Actor) => readPendingCounts(db.read, actor, now);

test("badges count the acting company's pending items, only for users who can handle them", async () => {
  const { actor } = h.manager;
  const before = await counts(h.rival.actor);
  expect(await counts(actor)).toMatchObject({ requests: 0, trial_offered: false, setup: 0 });
  const created_at = now.toISOString();
  await insertRow(db, crewMemberRequest, {
    company_id: h.ids.manager.id,
    user_id: h.rival.actor.user?.id ?? 0,
    created_at,
  });
  await insertRow(db, companyFlag, { company_id: h.ids.manager.id, name: TRIAL_MARKER, created_at });
  expect(await counts(actor)).toMatchObject({ requests: 1, trial_offered: true });
  expect(await counts(h.rival.actor)).toEqual(before);
  expect(before).toMatchObject({ requests: 0, trial_offered: false });
  const without = { ...actor, permissions: combineCrewFlags([]) };
  expect(await counts(without)).toMatchObject({ requests: 0, trial_offered: false });
  const nowhere = { ...actor, company: null, companies: [] };
  expect(await counts(nowhere)).toMatchObject({ requests: 0, trial_offered: false, setup: 0 });
});
