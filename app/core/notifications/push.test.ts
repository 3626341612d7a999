import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { vapidKeys } from "../../../scripts/vapid.mjs";
import { createVapidHeader, encryptPush, hashTopic, isPushKey } from "./push-crypto.server";
import { isPushService } from "./push-services";

/** RFC 8291, section 5. */
const RFC = {
  message: "When I grow up, I want to be a watermelon",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  key: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
  sent: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("a message is encrypted as RFC 8291 says, letter by letter, and differently each time where nothing is given", () => {
  expect(encryptPush(RFC.message, RFC, RFC).toString("base64url")).toBe(RFC.sent);
  expect(encryptPush(RFC.message, RFC)).not.toEqual(encryptPush(RFC.message, RFC));
});

test.each([
  [{ p256dh: RFC.p256dh, auth: RFC.auth }, true],
  [{ p256dh: RFC.p256dh, auth: "short" }, false],
  [{ p256dh: `${RFC.p256dh.slice(0, -1)}A`, auth: RFC.auth }, false],
  [{ p256dh: "", auth: RFC.auth }, false],
])("a browser's keys are looked at before they are kept: %o", (keys, taken) => {
  expect(isPushKey(keys)).toBe(taken);
});

test("the signature is this site's, for one service and a time", () => {
  const keys = vapidKeys();
  const until = new Date("2026-11-23T12:00:00.000Z");
  const words = createVapidHeader(keys, "https://fcm.googleapis.com", "mailto:office@demo.test", until);
  const [, head = "", body = "", mark = "", key = ""] =
    /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(words) ?? [];
  const said = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  expect([said(head), said(body)]).toEqual([
    { typ: "JWT", alg: "ES256" },
    { aud: "https://fcm.googleapis.com", exp: until.getTime() / 1000, sub: "mailto:office@demo.test" },
  ]);
  expect(key).toBe(keys.split(":")[0]);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const open = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signature = Buffer.from(mark, "base64url");
  const holds = (text: string) =>
    verify("sha256", Buffer.from(text), { key: open, dsaEncoding: "ieee-p1363" }, signature);
  expect([holds(`${head}.${body}`), holds(`${head}.${body}x`)]).toEqual([true, false]);
});

test("a subject's name at the service is short, and says nothing of it", () => {
  expect(hashTopic("delivered:7:2026-11-23")).toMatch(/^[\w-]{32}$/);
  expect(hashTopic("a")).not.toBe(hashTopic("b"));
});

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-by3p.notify.windows.com/w/?token=BQYAAA",
])("%s is a push service", (endpoint) => expect(isPushService(endpoint)).toBe(true));

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
])("%s is not, so this server is never sent there", (endpoint) =>
  expect(isPushService(endpoint)).toBe(false),
);
