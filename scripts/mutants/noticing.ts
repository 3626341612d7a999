import type { Mutant } from "./mutant";

const tests = ["app/features/notifications/inbox.server.test.ts"];
const INBOX = "app/features/notifications/inbox.server.ts";
const COMPOSE = "app/features/notifications/compose.server.ts";

/** Who hears what, and whose inbox it is. */
export const noticing: readonly Mutant[] = [
  {
    name: "inbox: another person's row",
    file: INBOX,
    find: "sql`(${notificationInbox.user_id} = ${user} AND (",
    put: "sql`(${user} > 0 AND (",
    tests,
    title: "another person's row is not there",
  },
  {
    name: "inbox: another company's news",
    file: INBOX,
    find: "(${notificationInbox.company_id} = ${company}\n",
    put: "(${company} > 0\n",
    tests,
    title: "of two companies each has its news",
  },
  {
    name: "inbox: what a flag keeps is heard of",
    file: INBOX,
    find: "types: JSON.stringify(typesFor(permissions)),",
    put: "types: JSON.stringify([1, 2, 3, 4, 5, 6, 7, 9, 10]),",
    tests,
    title: "what a crew's flags keep from a person",
  },
  {
    name: "composer: a crew of another company",
    file: COMPOSE,
    find: "return found ? { to: { crew: id, company: me } } : null;",
    put: "const [any] = await ctx.read.select({ company: crew.company_id }).from(crew).where(eq(crew.id, id)); return any ? { to: { crew: id, company: any.company } } : null;",
    tests,
    title: "nobody else's company, crew, person or job",
  },
  {
    name: "composer: everybody on a job for who only works there",
    file: COMPOSE,
    find: "to: reaches_all\n",
    put: "to: reaches_all >= 0\n",
    tests,
    title: "everyone, a crew, a person, a job",
  },
  {
    name: "comment: who left the load hears on",
    file: "app/core/notices/comment-notices.server.ts",
    find: "AND c.creator_company_id IN (${readers})",
    put: "AND 1",
    tests,
    title: "a comment is told to who wrote before",
  },
  {
    name: "loads: everybody on the job hears of each delivery",
    file: "app/core/tickets/ticket-notices.server.ts",
    find: "WHERE p.job_id = ${job.id} AND p.is_land_manager = 1",
    put: "WHERE p.job_id = ${job.id}",
    tests: ["app/features/notifications/loads.server.test.ts"],
    title: "a land manager hears what the requester hears",
  },
  {
    name: "push: a message goes to any host that a caller names",
    file: "app/core/notices/push-services.ts",
    find: "SERVICES.some((service) => service.test(hostname))",
    put: "hostname.length > 0",
    tests: ["app/features/notifications/devices.server.test.ts"],
    title: "are taken for known services alone",
  },
];
