import type { Database } from "../client.server";
import { insertRow, makeCompany } from "../factories";
import * as t from "../schema";
import type { Person } from "./companies";

type Add = (person: Person, crews: number[], more?: object) => Promise<number>;
type Crews = { id: number; admins: number; crew: number };

/**
 * Create more people at the manager's company, to fill its crews; one has not signed in yet, and one asks to join. Also
 * create a user halfway through setting up a company, and one who has just finished.
 */
export async function seedPeople(
  db: Database,
  instant: string,
  { manager, person }: { manager: Crews; person: Add },
) {
  await person(["elsa@demo.test", "Elsa", "Ruotsala", "0103"], [manager.crew], {
    password_hash: null,
    email_verified_at: null,
    creator_company_id: manager.id,
  });
  for (const [first, last, phone] of [
    ["Walt", "Pelkie", "0104"],
    ["Ida", "Kinnunen", "0105"],
    ["Marguerite", "LaFernier", "0106"],
    ["Arvid", "Sundstrom", "0107"],
  ] as const)
    await person([`${first.toLowerCase()}@demo.test`, first, last, phone], [manager.crew]);
  const night = await insertRow(db, t.crew, {
    company_id: manager.id,
    name: "Cruisers",
    created_at: instant,
  });
  await person(["lempi@demo.test", "Lempi", "Salmi", "0108"], [night]);
  // This crew may view jobs and maps, but doesn't handle tickets.
  for (const entity_id of [17, 10])
    await insertRow(db, t.crewPermission, { crew_id: night, entity_id, can_read: true });
  const asks = await person(["asks@demo.test", "Reino", "Waara", "0172"], [], { email_verified_at: null });
  await insertRow(db, t.crewMemberRequest, { company_id: manager.id, user_id: asks, created_at: instant });

  const founder = await person(["founder@demo.test", "Vera", "Aho", "0173"], []);
  const draft = JSON.stringify({ roles: ["is_hauler"], name: "Aho Brothers" });
  await insertRow(db, t.onboarding, {
    user_id: founder,
    stage: "create-company",
    draft,
    updated_at: instant,
  });
  const started = await makeCompany(db, { name: "Betsie River Chips", is_hauler: true, created_at: instant });
  const starter = await person(["starter@demo.test", "Otto", "Hill", "0174"], [started.admins]);
  await insertRow(db, t.onboarding, {
    user_id: starter,
    stage: "invite-team",
    draft: "{}",
    company_id: started.id,
    updated_at: instant,
  });
}
