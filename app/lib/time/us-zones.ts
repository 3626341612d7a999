/** The time zones of the United States, from east to west. */
export const US_ZONES = [
  ["America/New_York", "Eastern time"],
  ["America/Detroit", "Eastern time, Michigan"],
  ["America/Indiana/Indianapolis", "Eastern time, Indiana"],
  ["America/Kentucky/Louisville", "Eastern time, Kentucky"],
  ["America/Chicago", "Central time"],
  ["America/Menominee", "Central time, Upper Peninsula of Michigan"],
  ["America/Denver", "Mountain time"],
  ["America/Boise", "Mountain time, Idaho"],
  ["America/Phoenix", "Mountain time, Arizona"],
  ["America/Los_Angeles", "Pacific time"],
  ["America/Anchorage", "Alaska time"],
  ["America/Adak", "Aleutian time"],
  ["Pacific/Honolulu", "Hawaii time"],
] as const;

const isAmerican = (zone: string) => US_ZONES.some(([id]) => id === zone);

/** List the zones of the Americas and the Pacific that aren't in the United States. */
export const listOtherZones = (): string[] =>
  Intl.supportedValuesOf("timeZone").filter((zone) => /^(America|Pacific)\//.test(zone) && !isAmerican(zone));
