import { STATUS, type StatusId } from "./trip-ticket";

/**
 * Groups by which loads are counted everywhere: cards, tabs, job pages, lists, API calls. Each status is in exactly one
 * group, so no load counts twice; a load in a yard counts as available to haul (docs/domain.md#ticket-statuses).
 */
export const STATUS_GROUPS = {
  delivered: { label: "Delivered", statuses: [STATUS.completed] },
  under_way: { label: "Under way", statuses: [STATUS.claimed, STATUS.inTransit, STATUS.paused] },
  available: { label: "Available to haul", statuses: [STATUS.available, STATUS.inYard] },
  cancelled: { label: "Cancelled", statuses: [STATUS.cancelled] },
} as const satisfies Record<string, { label: string; statuses: readonly StatusId[] }>;
export type StatusGroup = keyof typeof STATUS_GROUPS;

/** Statuses of a group, for a filter or a count. */
export const getGroupStatuses = (group: StatusGroup): StatusId[] => [...STATUS_GROUPS[group].statuses];

/** True if a load of this status counts in a group. */
export const isInGroup = (group: StatusGroup, status: number): boolean =>
  STATUS_GROUPS[group].statuses.some((id) => id === status);
