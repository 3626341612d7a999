/** Actions available for many tickets at once; each ticket is changed by the same procedure as a single ticket. */
export const BULK_ACTIONS = [
  "status",
  "priority",
  "destination",
  "assignment",
  "certification",
  "deletion",
] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];
export const isBulkAction = (text: string | undefined): text is BulkActionName =>
  BULK_ACTIONS.some((act) => act === text);

export const BULK_ACTION_LABELS: Record<BulkActionName, { title: string; button: string }> = {
  status: { title: "Change the status", button: "Change the status" },
  priority: { title: "Change the priority", button: "Change the priority" },
  destination: { title: "Change the destination", button: "Change the destination" },
  assignment: { title: "Assign cutter, skidder, hauler", button: "Save assignment" },
  certification: { title: "Choose the certificate", button: "Save the certificate" },
  deletion: { title: "Delete", button: "Delete the selected tickets" },
};

/** Values allowed instead of a certificate's id: the certificates that each load's destination requires, or none. */
export const DESTINATION_CERTIFICATE = "destination" as const;
export const NO_CERTIFICATE = "none";

/** Work roles on a ticket: its cutter, skidder and hauler. */
export const WORK_ROLES = ["cutter", "skidder", "hauler"] as const;
export type WorkRole = (typeof WORK_ROLES)[number];
