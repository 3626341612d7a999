import { startFakeStripe } from "./server";

/**
 * Run the fake Stripe as a separate process: `tsx e2e/support/stripe/serve.ts [PORT]` prints its address. The app never
 * uses it by default, and it is never shipped.
 */
const { base, close } = await startFakeStripe({ port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${base}\n`);
process.on("SIGTERM", () => void close().then(() => process.exit(0)));
