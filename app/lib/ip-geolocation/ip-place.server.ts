import { BlockList, isIP } from "node:net";
import type { Point } from "~/lib/geo/geo";
import { env } from "~/web/env.server";
import { type DataAttribution, openIpLocationFile } from "./ip-file.server";
import { fetchAddressLocation } from "./ip-service.server";

/** Networks without a location: this machine's, private networks, and a provider's own. */
const NOWHERE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  NOWHERE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  NOWHERE.addSubnet(net, bits, "ipv6");

type Ways = { IP_PLACE_FILE?: string | undefined; IP_PLACE_URL?: string | undefined };

/**
 * Return the approximate location of a network address from the deployment's file, else from its configured service.
 * Null if neither is set or has the address. Private addresses are never looked up.
 */
export async function locateAddress(
  network: string,
  now: number,
  { IP_PLACE_FILE, IP_PLACE_URL }: Ways = env(),
): Promise<(Point & { credit: DataAttribution | null }) | null> {
  // Look up an IPv6 address by its network (`getNetwork`).
  const address = network.replace(/\/64$/, "");
  const version = isIP(address);
  if (!version || NOWHERE.check(address, version === 4 ? "ipv4" : "ipv6")) return null;
  const file = IP_PLACE_FILE ? await openIpLocationFile(IP_PLACE_FILE) : null;
  const filed = file?.placeOf(address);
  if (file && filed) return { ...filed, credit: file.credit };
  const point = IP_PLACE_URL ? await fetchAddressLocation(IP_PLACE_URL, address, now) : null;
  return point ? { ...point, credit: null } : null;
}
