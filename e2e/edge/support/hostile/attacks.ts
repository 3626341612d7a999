import type { Attack } from "./attack";
import { formIndexes } from "./attacks/form-indexes";
import { formNames } from "./attacks/form-names";
import { hostileFiles } from "./attacks/hostile-files";
import { jobJson } from "./attacks/job-json";
import { mapEditor } from "./attacks/map-editor";
import { oddRequests } from "./attacks/odd-requests";
import { slowPatterns } from "./attacks/slow-patterns";
import { uploadParts } from "./attacks/upload-parts";

/** All attacks; a new one is a file in the same folder and its name here. */
export const ATTACKS: readonly Attack[] = [
  ...formIndexes,
  ...formNames,
  ...uploadParts,
  ...slowPatterns,
  ...mapEditor,
  ...jobJson,
  ...oddRequests,
  ...hostileFiles,
];
