import { anchoring } from "./mutants/anchoring";
import { billing } from "./mutants/billing";
import { carrying } from "./mutants/carrying";
import { changing } from "./mutants/changing";
import { counting } from "./mutants/counting";
import { disclosing } from "./mutants/disclosing";
import { entering } from "./mutants/entering";
import { exchanging } from "./mutants/exchanging";
import { filling } from "./mutants/filling";
import { finding } from "./mutants/finding";
import { heads } from "./mutants/heads";
import { many } from "./mutants/many";
import { mapping } from "./mutants/mapping";
import type { Mutant } from "./mutants/mutant";
import { noticing } from "./mutants/noticing";
import { ownerLinks } from "./mutants/owner-links";
import { parties } from "./mutants/parties";
import { paying } from "./mutants/paying";
import { permitting } from "./mutants/permitting";
import { pricing } from "./mutants/pricing";
import { reaching } from "./mutants/reaching";
import { resending } from "./mutants/resending";
import { running } from "./mutants/running";
import { trusting } from "./mutants/second-factor";
import { seeing } from "./mutants/seeing";
import { settingUp } from "./mutants/setting-up";
import { settling } from "./mutants/settling";
import { standing } from "./mutants/standing";
import { subscribing } from "./mutants/subscribing";
import { telling } from "./mutants/telling";
import { weighing } from "./mutants/weighing";
import { working } from "./mutants/working";

/** The guards by what they guard, each group a file. */
const GROUPS = {
  seeing,
  disclosing,
  noticing,
  counting,
  parties,
  carrying,
  changing,
  entering,
  settingUp,
  billing,
  settling,
  many,
  mapping,
  exchanging,
  standing,
  filling,
  finding,
  heads,
  permitting,
  reaching,
  resending,
  running,
  ownerLinks,
  anchoring,
  paying,
  pricing,
  subscribing,
  telling,
  trusting,
  weighing,
  working,
};

/** The guards whose loss a named test must notice: what is seen, what is changed, how one comes in. */
export const MUTANTS: readonly Mutant[] = Object.values(GROUPS).flat();

/** Those of a group, or those whose names contain the words; all where nothing is said. */
export const mutantsNamed = (words: string): readonly Mutant[] =>
  Object.entries(GROUPS).find(([group]) => group === words)?.[1] ??
  MUTANTS.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
