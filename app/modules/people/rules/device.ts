/**
 * Names ordered most specific first: an Android phone also reports Linux, Edge also reports Chrome, and almost every
 * browser reports Safari.
 */
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];
const BROWSERS = ["Edg", "Firefox", "Chrome", "Safari", "w3m", "Lynx"];

/** Shorten a user agent to "Chrome on Android": enough to tell devices apart. */
export function describeDevice(agent: string | null): string {
  const named = (list: string[]) => list.find((name) => agent?.includes(name));
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return [browser === "Edg" ? "Edge" : (browser ?? "A browser"), system && `on ${system}`]
    .filter(Boolean)
    .join(" ");
}
