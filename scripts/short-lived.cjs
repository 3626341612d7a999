/**
 * For processes that live for seconds or minutes, as those do that `npm test` starts. V8 compiles a function to its fastest form
 * when it has run for a while; where a process ends soon after, that costs more than it saves: a tenth of what journeys without a
 * browser take. So it waits four times as long, and no function is compiled before it is called.
 */
const { setFlagsFromString } = require("node:v8");

setFlagsFromString("--interrupt-budget=300000");
setFlagsFromString("--max-lazy");
