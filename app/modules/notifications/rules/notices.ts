import type { CompanyPermissions, Entity } from "~/lib/access/crew-permissions";

/** Kinds of notifications (docs/domain.md#notifications; 8 isn't used). */
export const NOTIFICATION = {
  general: 1,
  invitation: 2,
  accepted: 3,
  declined: 4,
  assigned: 5,
  status: 6,
  comment: 7,
  joinRequest: 9,
  settlement: 10,
} as const;
export type NotificationType = (typeof NOTIFICATION)[keyof typeof NOTIFICATION];

/** Names of the kinds in the inbox filter. */
export const NOTIFICATION_NAMES: Readonly<Record<NotificationType, string>> = {
  1: "Messages",
  2: "Job invitations",
  3: "Accepted jobs",
  4: "Declined jobs",
  5: "Loads given to you",
  6: "Loads",
  7: "Comments",
  9: "Requests to join",
  10: "Settlements",
};

export const NOTIFICATION_TYPE_IDS: readonly NotificationType[] = Object.values(NOTIFICATION);

/** Return the name of a notification kind for a filter. */
export const getNotificationName = (type: number): string =>
  NOTIFICATION_NAMES[NOTIFICATION_TYPE_IDS.find((known) => known === type) ?? NOTIFICATION.general];

/** Entity that a user must be allowed to read to receive each kind; null for kinds that everybody receives. */
const READS: Readonly<Record<NotificationType, Entity | null>> = {
  1: null,
  2: "job",
  3: "job",
  4: "job",
  5: "trip_ticket",
  6: "trip_ticket",
  7: "comment",
  9: "crew_member",
  10: "settlement",
};

/** Return the notification kinds that a user with these permissions receives. */
export const getNotificationTypes = (permissions: CompanyPermissions): NotificationType[] =>
  NOTIFICATION_TYPE_IDS.filter((type) => {
    const entity = READS[type];
    return entity === null || permissions[entity].read;
  });

export const EMAIL_PREFERENCES = ["no", "now", "daily"] as const;
export type EmailPreference = (typeof EMAIL_PREFERENCES)[number];

/** Kinds mailed immediately to a company's admins, in the commit that creates the notification. */
export const ADMIN_EMAIL_TYPES: readonly NotificationType[] = [2, 3, 4, 9, 10];

/** Return the default mail setting for a user without a preference. */
export function getDefaultEmailPreference(type: NotificationType, isAdmin: boolean): EmailPreference {
  if (type === NOTIFICATION.assigned) return "now";
  return isAdmin && ADMIN_EMAIL_TYPES.includes(type) ? "now" : "daily";
}
