import { find } from "~/modules/search/data/find.server";
import { getScaleHouse } from "~/modules/trip-tickets/scale-house/data/page.server";
import type { actAs } from "../../testing/acting";

type Looks = { person: Awaited<ReturnType<typeof actAs>> };
const found =
  (...words: string[]) =>
  async ({ person }: Looks) => {
    for (const q of words) await person.call(find, { q });
  };

/**
 * Queries for text typed into the search box and at the scale, each of which may run at every keystroke
 * (docs/architecture.md, "One search").
 */
export const SEARCH_QUERIES: Record<string, (who: Looks) => Promise<unknown>> = {
  "find: a number": found("1001"),
  "find: a scale ticket": found("G40017"),
  "find: the beginning of a scale ticket": found("g400"),
  "find: a plate": found("4T 1182"),
  "find: the beginning of a plate": found("4t1"),
  "find: a name": found("Huron"),
  "find: nothing": found("no such thing"),
  "the scale house": ({ person }) => person.call(getScaleHouse, {}),
  "the scale house, a load by its number, by its plate": async ({ person }) => {
    for (const load of ["1001", "4T 1182"]) await person.call(getScaleHouse, { load });
  },
};
