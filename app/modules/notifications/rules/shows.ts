/** Filters of the inbox: unread notifications, all that were not dismissed, and dismissed ones that can be restored. */
export const INBOX_FILTERS = ["unread", "all", "dismissed"] as const;
