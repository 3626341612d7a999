/** Text of the history entry for a load received at the scale house, in addition to its changed fields. */
export const RECEIPT_HISTORY_TEXT = "At the scale house";

/** Start of the comment on a load that was rejected. */
export const REJECTION_COMMENT_PREFIX = "Rejected at the scale house: ";

/** Number of hours within which a receipt at the scale house can be undone: one shift. */
export const RECEIPT_UNDO_HOURS = 12;
