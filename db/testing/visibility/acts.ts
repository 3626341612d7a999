import type { Statement } from "../../client.server";
import type { World } from "./world";

/** Return a statement that makes one random change, after applying the same change to the model. */
export function createRandomChange(world: World): Statement {
  const { random, companies, jobs, tickets, mills, places, removed, locations } = world;
  const t = random.pick(tickets);
  const later = () => {
    world.clock += 1000;
    return new Date(world.clock).toISOString();
  };
  switch (random.between(0, 14)) {
    case 0: {
      t.status = random.chance(0.4) ? 3 : random.between(1, 7);
      return {
        sql: "UPDATE trip_ticket SET trip_ticket_status_id = ?, last_modified_at = ? WHERE id = ?",
        params: [t.status, later(), t.id],
      };
    }
    case 1: {
      const role = random.pick(["cutter", "skidder", "hauler"] as const);
      if (random.chance(0.3)) {
        t.behalf[role] = random.chance(0.3) ? null : random.pick(companies);
        return {
          sql: `UPDATE trip_ticket SET ${role}_on_behalf_of_company_id = ? WHERE id = ?`,
          params: [t.behalf[role], t.id],
        };
      }
      t[role] = random.chance(0.3) ? null : random.pick(companies);
      return {
        sql: `UPDATE trip_ticket SET ${role}_company_id = ?, last_modified_at = ? WHERE id = ?`,
        params: [t[role], later(), t.id],
      };
    }
    case 2: {
      t.destination = random.pick(t.job.destinations);
      return {
        sql: "UPDATE trip_ticket SET job_destination_id = ? WHERE id = ?",
        params: [t.destination, t.id],
      };
    }
    case 3: {
      t.deleted = random.chance(0.4);
      return { sql: "UPDATE trip_ticket SET is_deleted = ? WHERE id = ?", params: [Number(t.deleted), t.id] };
    }
    case 4:
      return { sql: "UPDATE trip_ticket SET last_modified_at = ? WHERE id = ?", params: [later(), t.id] };
    case 5: {
      const job = random.pick(jobs);
      const destination = random.pick(job.destinations.slice(0, 2));
      const location = random.pick(locations);
      mills.set(destination, location.company);
      return {
        sql: "UPDATE job_destination SET company_location_id = ? WHERE id = ?",
        params: [location.id, destination],
      };
    }
    case 6: {
      const place = random.pick(places);
      const location = random.chance(0.5) ? null : random.pick(locations);
      // A pin may name a mill that has not added this location itself.
      const named = location || random.chance(0.5) ? null : random.pick(companies);
      mills.set(place.destination, location?.company ?? named ?? place.owner);
      return {
        sql: "UPDATE company_destination SET destination_company_location_id = ?, destination_company_id = ? WHERE id = ?",
        params: [location?.id ?? null, named, place.id],
      };
    }
    case 7: {
      const destination = random.pick(random.pick(jobs).destinations);
      if (!removed.delete(destination)) removed.add(destination);
      return {
        sql: "UPDATE job_destination SET removed_at = ? WHERE id = ?",
        params: [removed.has(destination) ? later() : null, destination],
      };
    }
    case 8:
    case 9: {
      const f = t.facts;
      const seconds = Math.floor(world.clock / 1000) - random.between(0, 5_000_000);
      f.dropped = random.chance(0.15) ? null : seconds;
      f.picked = random.chance(0.2) ? null : seconds - random.between(-90, 9_000);
      const iso = (s: number | null) => s && new Date(s * 1000 + random.between(0, 999)).toISOString();
      return {
        sql: "UPDATE trip_ticket SET dropped_off_at = ?, picked_up_at = ? WHERE id = ?",
        params: [iso(f.dropped), iso(f.picked), t.id],
      };
    }
    case 10: {
      const f = t.facts;
      f.scaled = random.chance(0.3) ? null : random.between(0, 60_000);
      f.scaledUnit = f.scaled === null ? null : random.between(1, 3);
      f.net = random.chance(0.3) ? null : random.between(0, 60_000);
      return {
        sql: "UPDATE trip_ticket SET scaled_volume = ?, scaled_wood_unit_type_id = ?, net_pounds = ? WHERE id = ?",
        params: [f.scaled, f.scaledUnit, f.net, t.id],
      };
    }
    case 11: {
      const f = t.facts;
      f.estimated = random.chance(0.3) ? null : random.between(0, 60_000);
      f.estimatedUnit = f.estimated === null ? null : random.between(1, 3);
      f.product = random.between(1, 6);
      f.species = random.chance(0.3) ? null : 746;
      f.group = f.species === null && random.chance(0.5) ? 2 : null;
      return {
        sql: "UPDATE trip_ticket SET estimated_volume = ?, estimated_wood_unit_type_id = ?, product_type_id = ?, wood_species_id = ?, wood_species_type_id = ? WHERE id = ?",
        params: [f.estimated, f.estimatedUnit, f.product, f.species, f.group, t.id],
      };
    }
    default: {
      const job = random.pick(jobs);
      const [company, place] = random.pick([...job.places]);
      const flag = random.pick([
        "acceptedAt",
        "declined",
        "removed",
        "owner",
        "authorizee",
        "manager",
        "hauler",
      ] as const);
      place[flag] = !place[flag];
      const column = {
        acceptedAt: "accepted_at",
        declined: "declined_at",
        removed: "removed_at",
        owner: "is_land_owner",
        authorizee: "is_land_owner_authorizee",
        manager: "is_land_manager",
        hauler: "is_hauler",
      }[flag];
      const value = column.endsWith("_at") ? (place[flag] ? later() : null) : Number(place[flag]);
      return {
        sql: `UPDATE job_company SET ${column} = ? WHERE job_id = ? AND company_id = ?`,
        params: [value, job.id, company],
      };
    }
  }
}
