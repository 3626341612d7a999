import type { Mutant } from "./mutant";

const PAY = "app/core/settling/load-pay.server.ts";
const TOLD = ["app/core/settling/load-pay.server.test.ts"];

/** What a load pays, told to who neither pays nor is paid, or to who may not see prices. */
export const paying: readonly Mutant[] = [
  {
    name: "load's pay: everyone on the ticket is told what the others are paid",
    file: PAY,
    find: ".filter((pay) => isTold(ctx, row, pay))",
    put: "",
    tests: TOLD,
    title: "nobody else, of nobody else's",
  },
  {
    name: "load's pay: a receiver is told of rates that others lack",
    file: PAY,
    find: "if (pay.paying_company_id === null) return false;",
    put: "",
    tests: TOLD,
    title: "what can't be paid says why",
  },
  {
    name: "load's pay: a person without the right to prices is told them",
    file: PAY,
    find: ' || !may(ctx.actor.permissions, "job_rate.read")',
    put: "",
    tests: TOLD,
    title: "may not see prices",
  },
];
