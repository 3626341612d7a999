import { z } from "zod";

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

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    HOST: z.string().default("127.0.0.1"),
    PORT: count(3000),
    PUBLIC_URL: z.url().optional(),
    DATABASE_URL: z
      .string()
      .regex(/^(file:|https?:\/\/|libsql:\/\/)/, "must start with file:, http:, https: or libsql:")
      .default("file:data/timbertally.db"),
    DATABASE_AUTH_TOKEN: z.string().optional(),
    FILES_DIR: z.string().default("data/files"),
    SESSION_SECRET: z.string().min(32, "must have 32 characters at least"),
    SESSION_DAYS: count(30),
    QR_KEYS: z
      .string()
      .regex(
        /^[\w-]{1,16}:[^,\s]{32,}(,[\w-]{1,16}:[^,\s]{32,})*$/,
        "must be a list of kid:secret, 32 characters at least each",
      ),
    DEMO: yes,
    TRUST_PROXY: yes,
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    SMTP_URL: z.string().optional(),
    MAIL_FROM: z.string().default("Timbertally <office@timbertally.test>"),
    RATE_LIMIT_SIGN_IN: count(10),
    RATE_LIMIT_RESET: count(5),
    RATE_LIMIT_SIGN_UP: count(20),
    RATE_LIMIT_WINDOW_SECONDS: count(900),
  })
  .transform((e) => ({
    ...e,
    PUBLIC_URL: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, ""),
  }));

export type Env = z.output<typeof schema>;

let parsed: Env | undefined;

/** The environment, parsed once. Throws in words that name each variable that is wrong. */
export function env(): Env {
  if (parsed) return parsed;
  const result = schema.safeParse(process.env);
  if (!result.success) {
    const lines = result.error.issues.map((i) => `  ${i.path.join(".")}: ${i.message}`);
    throw new Error(`The environment is not right (see .env.example):\n${lines.join("\n")}`);
  }
  parsed = result.data;
  return parsed;
}
