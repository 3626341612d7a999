import { startFake } from "./server";

/** A separate process: `tsx e2e/support/stripe/serve.ts [PORT]` prints its address. Never a default, never shipped. */
const { base, close } = await startFake({ port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${base}\n`);
process.on("SIGTERM", () => void close().then(() => process.exit(0)));
