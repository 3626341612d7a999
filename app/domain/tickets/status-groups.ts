import { STATUS, type StatusId } from "./trip-ticket";

/**
 * The groups that loads are counted in, everywhere: cards, tabs, job pages, lists, calls. Every status is in exactly one, and a load
 * in the yard is available to haul (decisions, section 4), so no load counts twice.
 */
export const STATUS_GROUPS = {
  delivered: { label: "Delivered", statuses: [STATUS.completed] },
  under_way: { label: "Under way", statuses: [STATUS.claimed, STATUS.inTransit, STATUS.paused] },
  available: { label: "Available to haul", statuses: [STATUS.available, STATUS.inYard] },
  cancelled: { label: "Cancelled", statuses: [STATUS.cancelled] },
} as const satisfies Record<string, { label: string; statuses: readonly StatusId[] }>;
export type StatusGroup = keyof typeof STATUS_GROUPS;

/** The statuses of a group, for a filter or a count. */
export const groupStatuses = (group: StatusGroup): StatusId[] => [...STATUS_GROUPS[group].statuses];

/** Whether a load of this status counts in a group. */
export const isInGroup = (group: StatusGroup, status: number): boolean =>
  STATUS_GROUPS[group].statuses.some((id) => id === status);
