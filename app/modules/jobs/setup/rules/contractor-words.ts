import type { ContractorRole } from "./words";

/** Labels of each contractor role, and the message shown while the role has no company. */
export const CONTRACTOR_ROLE_LABELS: Record<ContractorRole, { one: string; many: string; next: string }> = {
  land_manager: { one: "a land manager", many: "Land manager", next: "Choose the land manager to continue." },
  cutter: { one: "a cutter", many: "Cutters", next: "Choose at least one cutter to continue." },
  skidder: { one: "a skidder", many: "Skidders", next: "Choose at least one skidder to continue." },
  hauler: { one: "a hauler", many: "Haulers", next: "Choose at least one hauler to continue." },
};
