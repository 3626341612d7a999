import type { Mutant } from "./mutant";

const MAPS = "app/features/maps";
const MAP = [`${MAPS}/sights.server.test.ts`];
const SHAPE = [`${MAPS}/shape.server.test.ts`];
const JOB_MAP = [`${MAPS}/job-map.server.test.ts`];
const COMPANY_MAP = ["app/features/places/company-map.server.test.ts"];
const TICKET = ["app/features/trip-tickets/ticket-place.server.test.ts"];
const WHERE = ["app/domain/geo/whereabouts.test.ts"];
const ASKED = [`${MAPS}/geolocation.server.test.ts`];
const ADDRESS = ["app/core/whereabouts/ip-place.server.test.ts"];

/** Whose land a map shows, what a click pins, and who is asked where somebody is. */
export const mapping: readonly Mutant[] = [
  {
    name: "job's map: a mill that only receives sees the land",
    file: `${MAPS}/job-map.server.ts`,
    find: "if (!isRequester && row.company_id === null) throw forbidden(LAND_FOR_OTHERS);",
    put: "",
    tests: SHAPE,
    title: "a mill sees whose it is",
  },
  {
    name: "job's map: anybody's job is there",
    file: `${MAPS}/job-map.server.ts`,
    find: "and(eq(job.id, id), jobsVisibleTo(ctx.actor))",
    put: "eq(job.id, id)",
    tests: SHAPE,
    title: "a rival finds no land",
  },
  {
    name: "job's map: destinations for who may not read them",
    file: `${MAPS}/job-map.server.ts`,
    find: 'may(actor.permissions, "job_destination.read") ? destinations : []',
    put: "destinations",
    tests: JOB_MAP,
  },
  {
    name: "job's map: landings for who may not read them",
    file: `${MAPS}/job-map.server.ts`,
    find: 'may(actor.permissions, "landing_inventory.read") ? readLandingsOf(read, id) : []',
    put: "readLandingsOf(read, id)",
    tests: JOB_MAP,
  },
  {
    name: "job's map: roads for who may not read them",
    file: `${MAPS}/job-map.server.ts`,
    find: 'may(actor.permissions, "road.read") ? roads : []',
    put: "roads",
    tests: JOB_MAP,
  },
  {
    name: "company map: a pin's mill is left out",
    file: "app/features/places/pages.server.ts",
    find: '["Destination", at?.company_name ?? mill?.name]',
    put: '["Destination", at?.company_name]',
    tests: COMPANY_MAP,
  },
  {
    name: "load's place: set by anyone who sees the load",
    file: "app/features/trip-tickets/ticket-place.server.ts",
    find: "if (!ticket.can_edit.location) throw",
    put: "if (Number.isNaN(id)) throw",
    tests: TICKET,
  },
  {
    name: "load's place: the job's land for who may not read jobs",
    file: "app/features/trip-tickets/ticket-place.server.ts",
    find: 'may(permissions, "job.read") ? landOf(land, landings) : null',
    put: "landOf(land, landings)",
    tests: TICKET,
  },
  {
    name: "pin: a click on a whole state is a place",
    file: "app/domain/geo/view.ts",
    find: "if (click && click.view.zoom >= PIN_ZOOM) return",
    put: "if (click) return",
    tests: ["app/domain/geo/view.test.ts"],
  },
  {
    name: "pin: a click on a whole state is a job's place",
    file: `${MAPS}/editor-acts.ts`,
    find: 'if (fields.method === "pin" && act.view.zoom < PIN_ZOOM)',
    put: 'if (fields.method === "draw" && act.view.zoom < 0)',
    tests: ["app/domain/geo/location.test.ts"],
  },
  {
    name: "place: a plain line asks the device",
    file: "app/domain/geo/my-place.ts",
    find: "!isSecureContext || ",
    put: "",
    tests: ["app/domain/geo/my-place.test.ts"],
  },
  {
    name: "place: it is tried twice again, not three times",
    file: "app/domain/geo/whereabouts.ts",
    find: "const RETRIES = 3;",
    put: "const RETRIES = 2;",
    tests: WHERE,
  },
  {
    name: "place: one that is only about right keeps the device from being asked",
    file: "app/domain/geo/whereabouts.ts",
    find: 'if (kept?.source === "device") return kept;',
    put: "if (kept) return kept;",
    tests: WHERE,
  },
  {
    name: "place: one of yesterday is new",
    file: "app/domain/geo/whereabouts.ts",
    find: "keptPlace(text, now, HOUR_MS)",
    put: "keptPlace(text, now, DAY_MS)",
    tests: WHERE,
  },
  {
    name: "place: what the browser said within the hour is passed over",
    file: `${MAPS}/geolocation.server.ts`,
    find: 'if (said) return answer(said, "device");',
    put: "",
    tests: ASKED,
  },
  {
    name: "place: a house's own addresses are asked of others",
    file: "app/core/whereabouts/ip-place.server.ts",
    find: 'if (!version || NOWHERE.check(address, version === 4 ? "ipv4" : "ipv6")) return null;',
    put: "if (!version) return null;",
    tests: ADDRESS,
  },
  {
    name: "map: a mill that only receives is told where the wood was cut",
    file: `${MAPS}/sights.server.ts`,
    find: "sql`(${jobsOf(actor)} AND ${onJob(actor)})`;\n\nconst latitude",
    put: "jobsOf(actor);\n\nconst latitude",
    tests: MAP,
  },
  {
    name: "map: everybody's jobs",
    file: `${MAPS}/sights.server.ts`,
    find: "sql`(${jobsOf(actor)} AND ${onJob(actor)})`;\n\nconst latitude",
    put: "sql`1`;\n\nconst latitude",
    tests: MAP,
  },
  {
    name: "map: a mill that only receives is told of landings",
    file: `${MAPS}/sights.server.ts`,
    find: "        onJob(actor),\n        eq(landing.is_deleted, false),",
    put: "        eq(landing.is_deleted, false),",
    tests: MAP,
    title: "a mill that only receives sees no land",
  },
  {
    name: "map: a mill that only receives is told of the others' destinations",
    file: `${MAPS}/sights.server.ts`,
    find: "    worksOnJob(actor),\n    isNull(d.removed_at),",
    put: "    isNull(d.removed_at),",
    tests: MAP,
    title: "a mill that only receives sees no land",
  },
  {
    name: "map: a line of loads begins where a mill may not know",
    file: `${MAPS}/sights.server.ts`,
    find: 'Boolean(onLand) && may(actor.permissions, "job.read")',
    put: 'may(actor.permissions, "job.read")',
    tests: MAP,
  },
  {
    name: "map: a mill that only receives is told where the land lies",
    file: `${MAPS}/sight-areas.server.ts`,
    find: "jobsOf(actor), onJob(actor), inArray",
    put: "jobsOf(actor), inArray",
    tests: MAP,
  },
  {
    name: "map: anybody's land",
    file: `${MAPS}/sight-areas.server.ts`,
    find: "jobsOf(actor), onJob(actor), inArray",
    put: "inArray",
    tests: MAP,
  },
  {
    name: "map: someone who may not read a job's products narrows it by them",
    file: `${MAPS}/sights-filter.server.ts`,
    find: 'product !== null && may(actor.permissions, "job_product.read")',
    put: "product !== null",
    tests: MAP,
  },
  {
    name: "map: everybody's yards",
    file: `${MAPS}/sights.server.ts`,
    find: "eq(companyLocation.company_id, actor.company.id), eq(companyLocation.is_deleted, false)",
    put: "eq(companyLocation.is_deleted, false)",
    tests: MAP,
  },
];
