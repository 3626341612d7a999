import { expect, test } from "vitest";
import { getNetwork } from "./address";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::9%eth0", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [undefined, "unknown"],
  ["not an address", "unknown"],
])("counts attempts from address %s under key %s", (address, network) => {
  expect(getNetwork(address)).toBe(network);
});

test("counts neighboring IPv6 networks separately", () => {
  expect(getNetwork("2001:db8:1:3::1")).not.toBe(getNetwork("2001:db8:1:2::1"));
});
