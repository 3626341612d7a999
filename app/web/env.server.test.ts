import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.server";

const secrets = {
  SESSION_SECRET: "0123456789-0123456789-0123456789",
  QR_KEYS: "k1:0123456789-0123456789-0123456789",
};

describe("the environment", () => {
  it("requires only its two secrets", () => {
    expect(parseEnv(secrets)).toMatchObject({
      HOST: "127.0.0.1",
      PORT: 3000,
      PUBLIC_URL: "http://localhost:3000",
      DATABASE_URL: "file:data/timbertally.db",
      DEMO: false,
      TRUST_PROXY: false,
      SESSION_DAYS: 30,
    });
  });

  it("treats a variable without a value as missing, so that an empty HOST doesn't mean every address", () => {
    const blank = { HOST: "", PORT: "", PUBLIC_URL: "", DATABASE_URL: "", DEMO: "", SMTP_URL: "" };
    expect(parseEnv({ ...secrets, ...blank })).toEqual(parseEnv(secrets));
  });

  it.each([
    ["https://timber.example/", "https://timber.example"],
    ["https://Timber.Example:443", "https://timber.example"],
    ["http://10.0.0.5:8080", "http://10.0.0.5:8080"],
  ])("reads the public address %s as %s, the origin that browsers send", (input, origin) =>
    expect(parseEnv({ ...secrets, PUBLIC_URL: input }).PUBLIC_URL).toBe(origin),
  );

  it("uses the port in the default public address", () =>
    expect(parseEnv({ ...secrets, PORT: "4000" }).PUBLIC_URL).toBe("http://localhost:4000"));

  it.each([
    ["SECURITY_CONTACT", "office@timber.example", "must start with mailto: or https://"],
    ["PORT", "three thousand", "must be a whole number"],
    ["PORT", "70000", "must be from 1 to 65535"],
    ["PORT", "0", "must be from 1 to 65535"],
    ["PUBLIC_URL", "timber.example", "must be http:// or https://"],
    ["PUBLIC_URL", "ftp://timber.example", "must be http:// or https://"],
    ["PUBLIC_URL", "https://timber.example/app", "without a path"],
    ["DATABASE_URL", "postgres://db", "must start with file:"],
    ["SESSION_SECRET", "short", "32 characters"],
    ["QR_KEYS", "k1:short", "kid:secret"],
    ["QR_KEYS", `${secrets.QR_KEYS}, k2:0123456789-0123456789-0123456789`, "kid:secret"],
    ["RATE_LIMIT_SIGN_IN", "-1", "must be a whole number"],
    ["LIBSQL_PRIMARY_URL", "file:primary.db", "must start with http:"],
    ["LIBSQL_SYNC_SECONDS", "0", "must be 1 at least"],
    ["LOG_LEVEL", "loud", "must be one of fatal, error"],
    ["DEMO", "perhaps", "must be one of 0, 1"],
    ["SMTP_URL", "mail.timber.example", "must be smtp:// or smtps:// and a host"],
    ["IP_PLACE_FILE", "nowhere/places.mmdb", "names a file that doesn't exist"],
  ])("rejects %s=%s with an error that names the variable", (name, value, words) => {
    const read = () => parseEnv({ ...secrets, [name]: value });
    expect(read).toThrow(new RegExp(`see \\.env\\.example\\):\\n  ${name}: `));
    expect(read).toThrow(words);
  });

  it("requires a replica's database URL to be a file if there is a primary", () => {
    const edge = { ...secrets, LIBSQL_PRIMARY_URL: "http://127.0.0.1:8081" };
    expect(parseEnv(edge).DATABASE_URL).toBe("file:data/timbertally.db");
    expect(() => parseEnv({ ...edge, DATABASE_URL: "http://127.0.0.1:8081" })).toThrow(/DATABASE_URL/);
  });

  it("requires all of Stripe's settings together, and allows another host for Stripe only in tests", () => {
    const key = { STRIPE_SECRET_KEY: "sk_test_0123456789" };
    const signing = { STRIPE_WEBHOOK_SECRETS: "whsec_0123456789" };
    const read = (more: object) => () => parseEnv({ ...secrets, ...more });
    expect(read(key)).toThrow("STRIPE_WEBHOOK_SECRETS: and STRIPE_SECRET_KEY go together");
    expect(read(signing)).toThrow("STRIPE_WEBHOOK_SECRETS: and STRIPE_SECRET_KEY go together");
    const here = { ...key, ...signing, STRIPE_API_BASE: "http://127.0.0.1:4242/" };
    expect(read(here)().STRIPE_API_BASE).toBe("http://127.0.0.1:4242");
    expect(read({ ...here, STRIPE_SECRET_KEY: "sk_live_0123456789" })).toThrow("for tests");
    expect(read({ ...here, STRIPE_API_BASE: "https://pay.example" })).toThrow("this machine");
  });

  it("requires the public address in production, but not for the demo", () => {
    const read = (more: object) => () => parseEnv({ ...secrets, NODE_ENV: "production", ...more });
    expect(read({})).toThrow("PUBLIC_URL: must be set in production");
    expect(read({ DEMO: "1" })().PUBLIC_URL).toBe("http://localhost:3000");
    expect(read({ PUBLIC_URL: "https://timber.example" })().PUBLIC_URL).toBe("https://timber.example");
  });

  it("never includes an invalid secret in its error", () => {
    const read = () => parseEnv({ SESSION_SECRET: "hunter2", QR_KEYS: "k1:hunter3" });
    expect(read).toThrow(/SESSION_SECRET/);
    expect(read).not.toThrow(/hunter/);
  });

  it(".env.example describes all variables, and no others", () => {
    const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
    const described = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    const read = Object.keys(parseEnv({ ...secrets, NODE_ENV: "production", DEMO: "1" }));
    const optional = [
      "DATABASE_AUTH_TOKEN",
      "LIBSQL_AUTH_TOKEN",
      "LIBSQL_PRIMARY_URL",
      "SECURITY_CONTACT",
      "GEO_HEADERS",
      "IP_PLACE_FILE",
      "IP_PLACE_URL",
      "IMAGERY",
      "MAPBOX_TOKEN",
      "ANCHOR_EMAIL",
      "OPERATOR_EMAIL",
      "PASSWORD_AGAIN_MINUTES",
      "SUPPORT_APP_ID",
      "SUPPORT_SECRET",
      "SMTP_URL",
      "STRIPE_API_BASE",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRETS",
      "TEXTER_SECRET",
      "TEXTER_URL",
      "VAPID_KEYS",
      "WEATHER",
    ];
    expect(described.sort()).toEqual(
      [...new Set([...read, ...optional])].filter((n) => n !== "NODE_ENV").sort(),
    );
  });
});
