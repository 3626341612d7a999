/** Parts of the inbox: unread ones, all that were not dismissed, and dismissed ones that can be put back. */
export const INBOX_FILTERS = ["unread", "all", "dismissed"] as const;
