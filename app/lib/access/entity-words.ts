import { type Entity, type Flag, type Permission, splitPermission } from "./crew-permissions";

/** Label of each entity, and a sentence about the data that it includes. */
export const ENTITY_LABELS: Record<Entity, { name: string; line: string }> = {
  company: { name: "Company profile", line: "Name, logo, roles, columns of exports" },
  crew: { name: "Crews", line: "Only admins set what a crew can do" },
  crew_member: { name: "People", line: "Adding, inviting, moving, and removing people" },
  company_location: { name: "Locations", line: "Your yards and other places, and their types" },
  company_destination: { name: "Destinations", line: "The mills and yards that you haul to" },
  certification: { name: "Certifications", line: "Your licenses, groups, and requests" },
  invoice: { name: "Invoices", line: "What customers are asked to pay, and what came in" },
  settlement: { name: "Settlements", line: "Statements, payments, and what loads pay" },
  notification: { name: "Notifications", line: "Writing to your people and to those on a job" },
  job: { name: "Jobs", line: "Jobs with their maps and land owners" },
  job_company: { name: "Companies on a job", line: "Contracts, invitations, who works there" },
  job_destination: { name: "Destinations of a job", line: "Where its loads may go, and the miles" },
  job_product: { name: "Products of a job", line: "What is cut there, and the sort sheet" },
  job_rate: { name: "Rates", line: "Prices and haul rates" },
  landing_inventory: { name: "Landing inventory", line: "What's at the landing" },
  road: { name: "Roads", line: "Roads drawn on a job's map" },
  trip_ticket: { name: "Trip tickets", line: "Loads. Update is claiming, hauling, weighing, completing" },
  comment: { name: "Comments", line: "Notes on jobs and loads" },
  file: { name: "Files", line: "Documents of a job" },
  photo: { name: "Photos", line: "Pictures of jobs and loads" },
};

const VERBS: Record<Flag, string> = { create: "add", read: "see", update: "change", delete: "delete" };

/** Return a permission as text: "add photos". */
export function getPermissionLabel(permission: Permission): string {
  const [entity, flag] = splitPermission(permission);
  return `${VERBS[flag]} ${ENTITY_LABELS[entity].name.toLowerCase()}`;
}
