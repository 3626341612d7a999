import type { Attack } from "./attack";
import { formIndexAttacks } from "./attacks/form-indexes";
import { formNameAttacks } from "./attacks/form-names";
import { hostileFileAttacks } from "./attacks/hostile-files";
import { jobJsonAttacks } from "./attacks/job-json";
import { mapEditorAttacks } from "./attacks/map-editor";
import { oddRequestAttacks } from "./attacks/odd-requests";
import { slowPatternAttacks } from "./attacks/slow-patterns";
import { uploadPartAttacks } from "./attacks/upload-parts";

/** All attacks; a new attack is a file in `attacks/` plus its name here. */
export const ATTACKS: readonly Attack[] = [
  ...formIndexAttacks,
  ...formNameAttacks,
  ...uploadPartAttacks,
  ...slowPatternAttacks,
  ...mapEditorAttacks,
  ...jobJsonAttacks,
  ...oddRequestAttacks,
  ...hostileFileAttacks,
];
