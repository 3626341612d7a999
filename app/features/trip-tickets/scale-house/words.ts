/** What history says of a load that was received at the scale house, beside its fields. */
export const AT_SCALE = "At the scale house";

/** How the comment on a load that was turned away begins. */
export const REJECTED = "Rejected at the scale house: ";

/** For so long a load that was received here can be taken back: a shift. */
export const UNDO_HOURS = 12;
