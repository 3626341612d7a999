/** Parts of the inbox: what is unread, all that was not dismissed, and what was dismissed and can be put back. */
export const INBOX_FILTERS = ["unread", "all", "dismissed"] as const;
