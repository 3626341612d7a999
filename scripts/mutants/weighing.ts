import type { Mutant } from "./mutant";

const SCALE = "app/features/trip-tickets/scale-house";
const HOUSE = [`${SCALE}/scale-house.server.test.ts`];

/** What a scale house would show or take from who has no scale there. */
export const weighing: readonly Mutant[] = [
  {
    name: "scale house: everyone's loads are in the queue",
    file: `${SCALE}/loads.server.ts`,
    find: "and(ticketsVisibleTo(ctx.actor), atOwnScale(ctx.actor))",
    put: "ticketsVisibleTo(ctx.actor)",
    tests: HOUSE,
    title: "others neither see its queue nor receive there",
  },
  {
    name: "scale house: a load that goes elsewhere is on the scale",
    file: `${SCALE}/lookup.server.ts`,
    find: "can_edit.received_at && can_edit.weights;",
    put: "Boolean(can_edit);",
    tests: HOUSE,
    title: "others neither see its queue nor receive there",
  },
  {
    name: "scale house: a truck's weights at other mills are told",
    file: `${SCALE}/truck.server.ts`,
    find: "        ticketsVisibleTo(ctx.actor),\n",
    put: "",
    tests: HOUSE,
    title: "what a truck weighed elsewhere is not told",
  },
  {
    name: "scale house: a typing mistake overwrites another load's weights",
    file: `${SCALE}/receive.server.ts`,
    find: "if (isScaled(ticket) && !input.again)",
    put: "if (false)",
    tests: HOUSE,
    title: "is not weighed twice by a typing mistake",
  },
  {
    name: "scale house: a shift's undo never ends",
    file: `${SCALE}/undo-receipt.server.ts`,
    find: " && age <= UNDO_HOURS * 3_600_000",
    put: "",
    tests: HOUSE,
    title: "is taken back as it was",
  },
];
