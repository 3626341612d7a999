/** `npm run build`: the app for production, with what browsers load compressed beside it. */
import "./help.mjs";
import { build } from "./setup.mjs";

build({ fresh: true });
