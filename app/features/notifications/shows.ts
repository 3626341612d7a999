/** Parts of the inbox: what is unread, all that was not dismissed, and what was dismissed and can be put back. */
export const SHOWS = ["unread", "all", "dismissed"] as const;
