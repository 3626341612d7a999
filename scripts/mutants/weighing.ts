import type { Mutant } from "./mutant";

const SCALE = "app/features/trip-tickets/scale-house";
const HOUSE = [`${SCALE}/scale-house.server.test.ts`];

/** What a scale house would show or take from who has no scale there. */
export const weighing: readonly Mutant[] = [
  {
    name: "weights: rows of others' loads are shown",
    file: "app/features/trip-tickets/weighing/weigh-rows.server.ts",
    find: "and(inArray(tripTicket.id, all), ticketsVisibleTo(ctx.actor))",
    put: "inArray(tripTicket.id, all)",
    tests: ["app/features/trip-tickets/weighing/weigh-form.server.test.tsx"],
    title: "only who may weigh a load",
  },
  {
    name: "weights: who may not weigh has a row",
    file: "app/features/trip-tickets/weighing/weigh-rows.server.ts",
    find: "can_edit.weights && can_edit.scale_ticket_number",
    put: "can_edit !== null",
    tests: ["app/features/trip-tickets/weighing/weigh-form.server.test.tsx"],
    title: "only who may weigh a load",
  },
  {
    name: "weights: a row that was overtaken is written over",
    file: "app/features/trip-tickets/weighing/weigh-form.tsx",
    find: "typed && overtaken.length === 0 ? Number(typed.version) : row.version + 1",
    put: "row.version + 1",
    tests: ["app/features/trip-tickets/weighing/weigh-form.server.test.tsx"],
    title: "a mistake that comes back doesn't write over",
  },
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
