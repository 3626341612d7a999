import { startFakeStripe } from "./server";

/**
 * Run the fake Stripe as a separate process: `tsx e2e/support/stripe/serve.ts [PORT]` prints its address. It is never a
 * default and never shipped.
 */
const { base, close } = await startFakeStripe({ port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${base}\n`);
process.on("SIGTERM", () => void close().then(() => process.exit(0)));
