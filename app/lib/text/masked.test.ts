import { describe, expect, it } from "vitest";
import { redactUrlSecrets } from "./masked";

describe("a logged URL", () => {
  it.each([
    ["/trip-tickets?page=2&q=oak", "/trip-tickets?page=2&q=oak"],
    ["/trip-tickets/7?sig=k1.abc", "/trip-tickets/7?sig=…"],
    ["/verify/trip-tickets/7?a=1&sig=k1.abc&b=2", "/verify/trip-tickets/7?a=1&sig=…&b=2"],
    ["/reset-password?token=s3cret", "/reset-password?token=…"],
    ["/reset-password.data?TOKEN=s3cret", "/reset-password.data?TOKEN=…"],
    ["/login?email=a%40b.test&password=hunter2", "/login?email=a%40b.test&password=…"],
    ["/invite/s3cret_-Ab", "/invite/…"],
    ["/unsubscribe/daily~12~s3cret_-Ab", "/unsubscribe/…"],
    ["/unsubscribe/daily~12~s3cret.data?_routes=root", "/unsubscribe/….data?_routes=root"],
    ["/invite/s3cret.data?_routes=root", "/invite/….data?_routes=root"],
    ["/login?next=%2Finvite%2Fs3cret", "/login?next=%2Finvite%2F…"],
    ["/__manifest?p=%2F&p=%2Finvite%2Fs3cret&version=1", "/__manifest?p=%2F&p=%2Finvite%2F…&version=1"],
    [
      "/login?next=%2Ftrip-tickets%2F7%3Fsig%3Dk1.abc%26page%3D2&x=1",
      "/login?next=%2Ftrip-tickets%2F7%3Fsig%3D…%26page%3D2&x=1",
    ],
    ["/search?insignia=1&design=2", "/search?insignia=1&design=2"],
  ])("logs %s as %s", (input, stored) => expect(redactUrlSecrets(input)).toBe(stored));
});
