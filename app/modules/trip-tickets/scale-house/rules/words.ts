/** History text for a load that was received at the scale house, next to its fields. */
export const AT_SCALE = "At the scale house";

/** Start of the comment on a load that was turned away. */
export const REJECTED = "Rejected at the scale house: ";

/** Hours within which a load received here can be taken back: one shift. */
export const UNDO_HOURS = 12;
