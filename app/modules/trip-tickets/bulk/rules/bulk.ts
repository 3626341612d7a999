/** Actions available for many tickets at once; each ticket goes through the same procedure as alone. */
export const BULK_ACTS = [
  "status",
  "priority",
  "destination",
  "assignment",
  "certification",
  "deletion",
] as const;
export type BulkActName = (typeof BULK_ACTS)[number];
export const isBulkAct = (text: string | undefined): text is BulkActName =>
  BULK_ACTS.some((act) => act === text);

export const ACT_LABELS: Record<BulkActName, { title: string; button: string }> = {
  status: { title: "Change the status", button: "Change the status" },
  priority: { title: "Change the priority", button: "Change the priority" },
  destination: { title: "Change the destination", button: "Change the destination" },
  assignment: { title: "Assign cutter, skidder, hauler", button: "Save assignment" },
  certification: { title: "Choose the certificate", button: "Save the certificate" },
  deletion: { title: "Delete", button: "Delete the selected tickets" },
};

/** Values allowed in place of a certificate's id. */
export const DESTINATION_ACT = "destination" as const;
export const NO_CERTIFICATE = "none";

/** Work roles on a ticket: who cut, skidded and hauled it. */
export const WORK_ROLES = ["cutter", "skidder", "hauler"] as const;
export type WorkRole = (typeof WORK_ROLES)[number];
