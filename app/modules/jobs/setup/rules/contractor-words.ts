import type { ContractorRole } from "./words";

/** Name of each role, and its text while it is empty. */
export const WORDS: Record<ContractorRole, { one: string; many: string; next: string }> = {
  land_manager: { one: "a land manager", many: "Land manager", next: "Choose the land manager to continue." },
  cutter: { one: "a cutter", many: "Cutters", next: "Choose at least one cutter to continue." },
  skidder: { one: "a skidder", many: "Skidders", next: "Choose at least one skidder to continue." },
  hauler: { one: "a hauler", many: "Haulers", next: "Choose at least one hauler to continue." },
};
