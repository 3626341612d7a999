import { isIPv4, isIPv6 } from "node:net";

/**
 * Return the key for counting attempts: an IPv4 address, or the 64-bit network of an IPv6 address, because each
 * customer gets a whole network and can use any address in it.
 */
export function getNetwork(address: string | undefined): string {
  const plain = (address ?? "").replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : "unknown";
  const [head = "", tail] = plain.split("::");
  const groups = head.split(":").filter(Boolean);
  const ending = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - ending.length;
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...ending];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
