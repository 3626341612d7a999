import { existsSync } from "node:fs";
import { z } from "zod";
import { madeOnce } from "#db/outliving";

const count = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .default(fallback);
const yes = z
  .enum(["0", "1", ""])
  .transform((v) => v === "1")
  .default(false);

/** The site's own address: compared with Origin, and put before every path in mails and QR codes. */
function isSite(given: string) {
  if (!URL.canParse(given)) return false;
  const { protocol, pathname, search, hash, username } = new URL(given);
  return /^https?:$/.test(protocol) && pathname === "/" && !search && !hash && !username;
}

/** Where texts are posted to: what goes there lets its reader in, so it goes encrypted or stays on this machine. */
function isTexter(given: string) {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return (
    protocol === "https:" || (protocol === "http:" && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname))
  );
}

function isMailServer(given: string) {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** A service that says where an address is: the address goes there encrypted, in the place of `{address}`. */
function isAskedByAddress(given: string) {
  if (!URL.canParse(given)) return false;
  const { protocol, host, username } = new URL(given);
  return (
    protocol === "https:" && !username && !host.includes("address") && given.split("{address}").length === 2
  );
}

/** Another host in Stripe's place, for tests: on this machine alone. */
function isHostHere(given: string) {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname, pathname, search } = new URL(given);
  return protocol === "http:" && /^(127\.0\.0\.1|localhost)$/.test(hostname) && pathname === "/" && !search;
}

const SIGNING = /^whsec_[^,\s]{8,}(,whsec_[^,\s]{8,})*$/;

const emails = z
  .string()
  .regex(
    /^[^\s@,]+@[^\s@,]+(, ?[^\s@,]+@[^\s@,]+){0,9}$/,
    "must be an email, or up to ten with commas between",
  )
  .transform((list) => list.split(/, ?/));

const LEVEL = z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info");

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    HOST: z.string().default("127.0.0.1"),
    PORT: count(3000).refine((port) => port > 0 && port < 65_536, "must be from 1 to 65535"),
    PUBLIC_URL: z
      .string()
      .refine(isSite, "must be http:// or https:// and a host, without a path")
      .transform((site) => new URL(site).origin)
      .optional(),
    DATABASE_URL: z
      .string()
      .regex(/^(file:|https?:\/\/|libsql:\/\/)/, "must start with file:, http:, https: or libsql:")
      .default("file:data/timbertally.db"),
    DATABASE_AUTH_TOKEN: z.string().optional(),
    LIBSQL_PRIMARY_URL: z
      .string()
      .regex(/^(https?:\/\/|libsql:\/\/)/, "must start with http:, https: or libsql:")
      .optional(),
    LIBSQL_AUTH_TOKEN: z.string().optional(),
    LIBSQL_SYNC_SECONDS: count(2).refine((seconds) => seconds > 0, "must be 1 at least"),
    LIBSQL_WAIT_MS: count(1_500),
    LIBSQL_LIMIT_MS: count(8_000).refine((limit) => limit > 0, "must be 1 at least"),
    FILES_DIR: z.string().default("data/files"),
    FILE_QUOTA_MB: count(5_120),
    FILE_DAILY_MB: count(2_000),
    DISK_RESERVE_MB: count(300),
    WORK_LIMIT_PERCENT: count(100),
    WORK_LOOK_SECONDS: count(20).refine((seconds) => seconds > 0, "must be 1 at least"),
    SESSION_SECRET: z.string().min(32, "must have 32 characters at least"),
    SESSION_DAYS: count(30),
    SESSION_IDLE_DAYS: count(14),
    PASSWORD_AGAIN_MINUTES: count(15),
    QR_KEYS: z
      .string()
      .regex(
        /^[\w-]{1,16}:[^,\s]{32,}(,[\w-]{1,16}:[^,\s]{32,})*$/,
        "must be a list of kid:secret, 32 characters at least each",
      ),
    VAPID_KEYS: z
      .string()
      .regex(/^[\w-]{87}:[\w-]{43}$/, "must be public:private, as npm start makes them")
      .optional(),
    DEMO: yes,
    TRUST_PROXY: yes,
    LOG_LEVEL: LEVEL,
    SMTP_URL: z.string().refine(isMailServer, "must be smtp:// or smtps:// and a host").optional(),
    MAIL_FROM: z.string().default("Timbertally <office@timbertally.test>"),
    TEXTER_URL: z.string().refine(isTexter, "must be https:// (http:// on this machine alone)").optional(),
    TEXTER_SECRET: z.string().min(32, "must have 32 characters at least").optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_(test|live)_\w{8,}$/, "must be a secret or restricted key of Stripe")
      .optional(),
    STRIPE_WEBHOOK_SECRETS: z.string().regex(SIGNING, "must be a list of whsec_ secrets").optional(),
    STRIPE_API_BASE: z
      .string()
      .refine(isHostHere, "must be http:// and this machine: it is for tests")
      .transform((base) => new URL(base).origin)
      .optional(),
    OPERATOR_EMAIL: emails.optional(),
    /** Who answers people who ask for help: this site's own pages, or a provider's chat. */
    SUPPORT_CHAT: z.enum(["builtin", "chatwoot", "front", "crisp", "intercom"]).default("builtin"),
    SUPPORT_APP_ID: z
      .string()
      .regex(/^[\w-]{1,100}$/, "must be the id that the chat's provider gave")
      .optional(),
    SUPPORT_SECRET: z.string().min(16, "must have 16 characters at least").optional(),
    /** Where each day's anchor of the history is mailed. */
    ANCHOR_EMAIL: emails.optional(),
    SECURITY_CONTACT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must start with mailto: or https://")
      .optional(),
    /** Two headers that a proxy in front sets to the latitude and longitude of an address. */
    GEO_HEADERS: z
      .string()
      .regex(/^[\w-]{1,60},[\w-]{1,60}$/, "must be the names of two headers, with a comma")
      .optional(),
    /** A file of places by network address, in MaxMind's format, that the deployment brings. */
    IP_PLACE_FILE: z.string().refine(existsSync, "names a file that doesn't exist").optional(),
    /** A service that is asked where an address is; it sees people's addresses. */
    IP_PLACE_URL: z
      .string()
      .refine(isAskedByAddress, "must be https:// with {address} in its path or its query")
      .optional(),
    MAPBOX_TOKEN: z
      .string()
      .regex(/^pk\.[\w.-]+$/, "must be a public token, which starts with pk.")
      .optional(),
    /** Pictures from the air on the map that can be moved, by the USGS; its server sees what is looked at. */
    IMAGERY: z.enum(["usgs"]).optional(),
    WEATHER: z.enum(["nws", "demo", "off"]).optional(),
    RATE_LIMIT_SIGN_IN: count(10),
    RATE_LIMIT_RESET: count(5),
    RATE_LIMIT_SIGN_UP: count(20),
    RATE_LIMIT_API_KEY: count(50),
    RATE_LIMIT_WINDOW_SECONDS: count(900),
  })
  .refine((e) => !e.LIBSQL_PRIMARY_URL || e.DATABASE_URL.startsWith("file:"), {
    path: ["DATABASE_URL"],
    message: "must be the file of the replica where LIBSQL_PRIMARY_URL is given",
  })
  .refine((e) => e.NODE_ENV !== "production" || e.DEMO || e.PUBLIC_URL, {
    path: ["PUBLIC_URL"],
    message: "must be set in production: it is in every mail and QR code",
  })
  .refine((e) => !e.TEXTER_URL || e.TEXTER_SECRET, {
    path: ["TEXTER_SECRET"],
    message: "must be given where TEXTER_URL is, to sign what is sent there",
  })
  .refine((e) => !e.STRIPE_SECRET_KEY === !e.STRIPE_WEBHOOK_SECRETS, {
    path: ["STRIPE_WEBHOOK_SECRETS"],
    message: "and STRIPE_SECRET_KEY go together: one of them alone would not tell what was paid",
  })
  .refine((e) => e.SUPPORT_CHAT === "builtin" || (e.SUPPORT_APP_ID && e.SUPPORT_SECRET), {
    path: ["SUPPORT_CHAT"],
    message: "needs SUPPORT_APP_ID and SUPPORT_SECRET, but for builtin",
  })
  .refine((e) => !e.STRIPE_API_BASE || e.STRIPE_SECRET_KEY?.includes("_test_"), {
    path: ["STRIPE_API_BASE"],
    message: "takes the place of Stripe only with a key that is for tests",
  })
  .transform((e) => ({
    ...e,
    PUBLIC_URL: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
  }));

export type Env = z.output<typeof schema>;

/** The environment, parsed once. Throws in words that name each variable that is wrong. */
export const env: () => Env = madeOnce(() => parseEnv(process.env));

/**
 * How much is logged, read by itself: the log is made when it is imported, also by programs that have no server's settings, as
 * the one that fills the demo.
 */
export const logLevel = (): z.output<typeof LEVEL> =>
  LEVEL.safeParse(process.env.LOG_LEVEL || undefined).data ?? "info";

/** Reads settings as {@link env} does. A variable without a value counts as not given. */
export function parseEnv(given: Record<string, string | undefined>): Env {
  const result = schema.safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value)));
  if (!result.success) {
    const lines = result.error.issues.map((i) => `  ${i.path.join(".")}: ${i.message}`);
    throw new Error(`The environment is not right (see .env.example):\n${lines.join("\n")}`);
  }
  return result.data;
}
