import { existsSync } from "node:fs";
import { z } from "zod";
import { lazy } from "~/lib/process-state";

const count = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .default(fallback);
/** Setting with a fixed list of values, which the error message lists. */
const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.filter(Boolean).join(", ")}`);
const yes = choice(["0", "1", ""])
  .transform((v) => v === "1")
  .default(false);

/**
 * Check the site's own address. It is compared with the Origin header, and every link in emails and QR codes starts
 * with it.
 */
function isSite(input: string) {
  if (!URL.canParse(input)) return false;
  const { protocol, pathname, search, hash, username } = new URL(input);
  return /^https?:$/.test(protocol) && pathname === "/" && !search && !hash && !username;
}

/**
 * Check the URL that text messages are posted to. Messages contain access links, so the URL must use https or be on
 * this machine.
 */
function isTexter(input: string) {
  if (!URL.canParse(input)) return false;
  const { protocol, hostname } = new URL(input);
  return (
    protocol === "https:" || (protocol === "http:" && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname))
  );
}

function isMailServer(input: string) {
  if (!URL.canParse(input)) return false;
  const { protocol, hostname } = new URL(input);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/**
 * Check the URL of a service that locates a network address. The URL must contain `{address}`, which is replaced by the
 * network address, and must use https.
 */
function isAskedByAddress(input: string) {
  if (!URL.canParse(input)) return false;
  const { protocol, host, username } = new URL(input);
  return (
    protocol === "https:" && !username && !host.includes("address") && input.split("{address}").length === 2
  );
}

/** Check the host that replaces Stripe in tests: it must be on this machine. */
function isHostHere(input: string) {
  if (!URL.canParse(input)) return false;
  const { protocol, hostname, pathname, search } = new URL(input);
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

const LEVEL = choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info");

const schema = z
  .object({
    NODE_ENV: choice(["development", "production", "test"]).default("development"),
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
    /** Provider of help chat: this site's own pages, or an external service. */
    SUPPORT_CHAT: choice(["builtin", "chatwoot", "front", "crisp", "intercom"]).default("builtin"),
    SUPPORT_APP_ID: z
      .string()
      .regex(/^[\w-]{1,100}$/, "must be the id that the chat's provider gave")
      .optional(),
    SUPPORT_SECRET: z.string().min(16, "must have 16 characters at least").optional(),
    /** Recipients of the daily anchor of the history, a signed hash of its newest entries. */
    ANCHOR_EMAIL: emails.optional(),
    SECURITY_CONTACT: z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must start with mailto: or https://")
      .optional(),
    /** Names of the two headers in which a proxy sends the latitude and longitude of a network address. */
    GEO_HEADERS: z
      .string()
      .regex(/^[\w-]{1,60},[\w-]{1,60}$/, "must be the names of two headers, with a comma")
      .optional(),
    /** File with the locations of network addresses in MaxMind's format, supplied by the deployment. */
    IP_PLACE_FILE: z.string().refine(existsSync, "names a file that doesn't exist").optional(),
    /** URL of a service that locates network addresses; it gets users' addresses. */
    IP_PLACE_URL: z
      .string()
      .refine(isAskedByAddress, "must be https:// with {address} in its path or its query")
      .optional(),
    MAPBOX_TOKEN: z
      .string()
      .regex(/^pk\.[\w.-]+$/, "must be a public token, which starts with pk.")
      .optional(),
    /** Aerial imagery from the USGS on the interactive map; the USGS server can see which areas users view. */
    IMAGERY: choice(["usgs"]).optional(),
    WEATHER: choice(["nws", "demo", "off"]).optional(),
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

/** Return the environment, parsed once. Throws an error that names each invalid variable. */
export const env: () => Env = lazy(() => parseEnv(process.env));

/**
 * Return the log level. It is read separately because the log is created on import, also in programs without a server's
 * settings, such as the demo seed.
 */
export const getLogLevel = (): z.output<typeof LEVEL> =>
  LEVEL.safeParse(process.env.LOG_LEVEL || undefined).data ?? "info";

/** True if there is a Stripe key, whatever the other settings are: commands run before the site's settings are complete. */
export const hasStripeKey = (): boolean => Boolean(process.env.STRIPE_SECRET_KEY);

/** Folder of the built task modules, if tests set one. */
export const getTestTaskFolder = (): string | undefined => process.env.ISOLATED_DIR;

/** Environment for a child process that must not get the site's secrets. */
export function getChildEnvironment() {
  const { PATH, TMPDIR, NODE_ENV } = process.env;
  return { PATH, TMPDIR, NODE_ENV };
}

/** Error about settings that an operator must correct; the message names each setting. */
export class SettingsError extends Error {}

/** Parse settings as {@link env} does. A variable without a value counts as missing. */
export function parseEnv(input: Record<string, string | undefined>): Env {
  const result = schema.safeParse(Object.fromEntries(Object.entries(input).filter(([, value]) => value)));
  if (!result.success) {
    const lines = result.error.issues.map((i) => `  ${i.path.join(".")}: ${i.message}`);
    throw new SettingsError(`The environment is not right (see .env.example):\n${lines.join("\n")}`);
  }
  return result.data;
}
