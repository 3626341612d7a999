import type { Mutant } from "./mutant";

const BOX = "app/features/trip-tickets/load-pay.server.ts";
const TOLD = ["app/features/trip-tickets/load-pay.server.test.ts"];

/** What a load pays, told to who neither pays nor is paid, or to who may not see prices. */
export const paying: readonly Mutant[] = [
  {
    name: "load's pay: everyone on the ticket is told what the others are paid",
    file: BOX,
    find: `
        AND ${"$"}{settlementsVisibleToCompany(sql.placeholder("company"))}`,
    put: "",
    tests: TOLD,
    title: "nobody else, of nobody else's",
  },
  {
    name: "load's pay: a person who doesn't handle settlements is told it",
    file: BOX,
    find: 'if (!may(permissions, "settlement.read")) return null;',
    put: "",
    tests: TOLD,
    title: "may not see prices",
  },
  {
    name: "load's pay: a person without the right to prices is told the rate",
    file: BOX,
    find: 'may(permissions, "job_rate.read") ? claimWords(claim, row.trip_ticket) : null',
    put: "claimWords(claim, row.trip_ticket)",
    tests: TOLD,
    title: "may not see prices",
  },
];
