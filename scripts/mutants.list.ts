import { changing } from "./mutants/changing";
import { entering } from "./mutants/entering";
import { exchanging } from "./mutants/exchanging";
import { many } from "./mutants/many";
import type { Mutant } from "./mutants/mutant";
import { seeing } from "./mutants/seeing";
import { settingUp } from "./mutants/setting-up";

/** The guards whose loss a named test must notice: what is seen, what is changed, how one comes in. */
export const MUTANTS: readonly Mutant[] = [
  ...seeing,
  ...changing,
  ...entering,
  ...settingUp,
  ...many,
  ...exchanging,
];
