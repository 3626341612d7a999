/** Most telling first: an Android phone also says Linux, Edge also says Chrome, and everything says Safari. */
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];
const BROWSERS = ["Edg", "Firefox", "Chrome", "Safari", "w3m", "Lynx"];

/** "Chrome on Android": as much of a browser's own words as tells one device from another. */
export function deviceOf(agent: string | null): string {
  const named = (list: string[]) => list.find((name) => agent?.includes(name));
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return [browser === "Edg" ? "Edge" : (browser ?? "A browser"), system && `on ${system}`]
    .filter(Boolean)
    .join(" ");
}
