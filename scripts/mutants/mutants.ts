import { LIFE_CYCLE_MUTANTS } from "./life-cycle";
import { MONEY_MUTANTS } from "./money";
import { RIGHTS_MUTANTS } from "./rights";

/** All mutants, each chosen individually, at most sixty: permissions, ticket life cycle, and money. */
export const MUTANTS = [...RIGHTS_MUTANTS, ...LIFE_CYCLE_MUTANTS, ...MONEY_MUTANTS];
