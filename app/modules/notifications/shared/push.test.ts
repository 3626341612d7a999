import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { env } from "~/web/env.server";
import { vapidKeys } from "../../../../scripts/vapid.mjs";
import { isPushService } from "../rules/push-services";
import { encryptAndSignPush, hashTopic, isPushKey } from "./push-crypto.server";

/** Keys of the browser in RFC 8291, section 5. */
const BROWSER = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

test.each([
  [{ p256dh: BROWSER.p256dh, auth: BROWSER.auth }, true],
  [{ p256dh: BROWSER.p256dh, auth: "short" }, false],
  [{ p256dh: `${BROWSER.p256dh.slice(0, -1)}A`, auth: BROWSER.auth }, false],
  [{ p256dh: "", auth: BROWSER.auth }, false],
])("isPushKey checks a browser's keys before they are stored: %o", (keys, taken) => {
  expect(isPushKey(keys)).toBe(taken);
});

test("signs a push for its push service only, and encrypts each message differently", async () => {
  env().VAPID_KEYS = vapidKeys();
  env().SECURITY_CONTACT = "mailto:office@demo.test";
  const message = JSON.stringify({ title: "Gate code", path: "/jobs" });
  const to = { ...BROWSER, endpoint: "https://fcm.googleapis.com/fcm/send/abc" };
  const [first, second] = [await encryptAndSignPush(message, to), await encryptAndSignPush(message, to)];
  expect(Buffer.from(first.body).includes("Gate code")).toBe(false);
  expect(first.body).not.toEqual(second.body);
  const [, head = "", claims = "", mark = "", key = ""] =
    /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(first.headers.Authorization) ?? [];
  const parsed: unknown[] = [head, claims].map((part) =>
    JSON.parse(Buffer.from(part, "base64url").toString()),
  );
  expect(parsed).toEqual([
    { typ: "JWT", alg: "ES256" },
    { aud: "https://fcm.googleapis.com", exp: expect.any(Number), sub: "mailto:office@demo.test" },
  ]);
  expect(key).toBe(env().VAPID_KEYS?.split(":")[0]);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signature = Buffer.from(mark, "base64url");
  const isSigned = (text: string) =>
    verify("sha256", Buffer.from(text), { key: publicKey, dsaEncoding: "ieee-p1363" }, signature);
  expect([isSigned(`${head}.${claims}`), isSigned(`${head}.${claims}x`)]).toEqual([true, false]);
});

test("a topic sent to the push service is short and doesn't reveal the subject", () => {
  expect(hashTopic("delivered:7:2026-11-23")).toMatch(/^[\w-]{32}$/);
  expect(hashTopic("a")).not.toBe(hashTopic("b"));
});

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-by3p.notify.windows.com/w/?token=BQYAAA",
])("accepts %s as a push service", (endpoint) => expect(isPushService(endpoint)).toBe(true));

test.each([
  "http://fcm.googleapis.com/x",
  "https://127.0.0.1/x",
  "https://127.0.0.1:8443/x",
  "https://[::1]/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://10.0.0.5/x",
  "https://169.254.169.254/latest/meta-data/",
  "https://192.168.1.1/x",
  "https://2130706433/x",
  "https://0x7f.1/x",
  "https://localhost/x",
  "https://fcm.googleapis.com.rival.test/x",
  "https://rival.test/fcm.googleapis.com",
  "https://fcm.googleapis.com@127.0.0.1/x",
  "https://u:p@fcm.googleapis.com/x",
  "https://fcm.googleapis.com:8443/x",
  "https://push.apple.com.rival.test/x",
  "https://push.apple.com/x",
  "https://notify.windows.com/x",
  "https://evilnotify.windows.com/x",
  "https://xfcm.googleapis.com/x",
  "https://fcm.googleapis.com/x#y",
  "file:///etc/passwd",
  "gopher://fcm.googleapis.com/x",
  `https://fcm.googleapis.com/${"x".repeat(1_000)}`,
  "no address",
])("rejects %s, which is no known push service", (endpoint) => expect(isPushService(endpoint)).toBe(false));
