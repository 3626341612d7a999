import { startFake } from "./server";

/** A process of its own: `tsx e2e/support/stripe/serve.ts [PORT]` prints where it listens. Never a default, never shipped. */
const { base, close } = await startFake({ port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${base}\n`);
process.on("SIGTERM", () => void close().then(() => process.exit(0)));
