import type { Mutant } from "./mutant";

const JOB = ["app/features/jobs/head.server.test.ts"];
const TICKET = ["app/features/trip-tickets/head.server.test.ts"];
const UPLOADS = ["app/features/photos/upload-rights.server.test.ts"];
const SIZES = ["server/guards.test.ts"];

/** What stays on screen above other pages, and who may send a file. */
export const heads: readonly Mutant[] = [
  {
    name: "a job's head: shown to a crew that may open none of its pages",
    file: "app/features/jobs/overview.server.ts",
    find: "if (!reads && !pays && !Object.values(flagged).some(Boolean)) throw forbidden(NO_FLAG);",
    put: "",
    tests: JOB,
    title: "is shown with any flag of its pages",
  },
  {
    name: "a job's head: what it is tells the state to who may not read jobs",
    file: "app/features/jobs/overview.server.ts",
    find: 'state: reads ? [stateOf(job), job.contract_number].filter(Boolean).join(" · ") : "",',
    put: 'state: [stateOf(job), job.contract_number].filter(Boolean).join(" · "),',
    tests: JOB,
    title: "see only a job's name",
  },
  {
    name: "a job's head: anybody is led to a new ticket",
    file: "app/features/jobs/overview.server.ts",
    find: "may_create: active && rights.add_ticket,\n      tabs",
    put: "may_create: active,\n      tabs",
    tests: JOB,
    title: "make tickets only where they may",
  },
  {
    name: "a ticket's head: told to who may not read tickets",
    file: "app/features/trip-tickets/head.server.ts",
    find: "if (!ctx.actor.permissions.trip_ticket.read) return null;",
    put: "",
    tests: TICKET,
    title: "tells nothing to who may not read tickets",
  },
  {
    name: "uploads: who only receives its wood adds photos to a job",
    file: "app/features/photos/job-photos.server.ts",
    find: 'const { subject } = await jobFor(ctx, input.job_id, "add_photo");',
    put: "const { subject } = await (await import('~/core/jobs/standing.server')).visibleJob(ctx, input.job_id);",
    tests: UPLOADS,
    title: "adds no photo and no file",
  },
  {
    name: "uploads: who only receives its wood adds files to a job",
    file: "app/features/files/job-files.server.ts",
    find: 'const found = await jobFor(ctx, input.job_id, "add_file");',
    put: "const found = await (await import('~/core/jobs/standing.server')).visibleJob(ctx, input.job_id);",
    tests: UPLOADS,
    title: "adds no photo and no file",
  },
  {
    name: "uploads: anybody on a job replaces its plan map",
    file: "app/features/files/job-files.server.ts",
    find: "if (plan && !found.rights.edit)\n",
    put: "if (plan && !found)\n",
    tests: UPLOADS,
    title: "the plan map is the office's",
  },
  {
    name: "uploads: anyone who sees a ticket adds photos to it",
    file: "app/features/photos/photos.server.ts",
    find: "if (!ticket.can_edit.photo) throw forbidden(CLOSED);\n    return addTo",
    put: "return addTo",
    tests: UPLOADS,
    title: "can't add a photo to it",
  },
  {
    name: "uploads: every page takes a body as large as a photo",
    file: "app/room.ts",
    find: "PAGES.find((page) => page.address === address)?.upload",
    put: "PAGES.find((page) => page.upload)?.upload",
    tests: SIZES,
    title: "a form that calls itself a photo",
  },
];
