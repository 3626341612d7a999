/**
 * Number of days within which states require a report to the land owner: from public statutes and rules, each with its
 * source; not legal advice. Rows that a deployment has edited are not overwritten.
 */
export const STATE_OWNER_REPORT_RULES = [
  {
    state: 1,
    starts: "harvest_end",
    days: 10,
    label: "10 days after the harvest is complete, where the wood is sold by the unit",
    source: "Alabama Forestry Commission, rule 390-X-11-.01",
  },
  {
    state: 37,
    starts: "harvest_end",
    days: 30,
    label: "30 days after the harvest is complete",
    source: "North Carolina General Statutes 14-135.1",
  },
  {
    state: 45,
    starts: "harvest_end",
    days: 30,
    label: "30 days after the harvest is complete",
    source: "South Carolina Code 48-23-97",
  },
  {
    state: 48,
    starts: "delivery",
    days: 45,
    label: "45 days after each delivery",
    source: "Texas Natural Resources Code 151.0035",
  },
  {
    state: 51,
    starts: "request",
    days: 30,
    label: "30 days after the owner asks",
    source: "Code of Virginia 55.1-2840",
  },
] as const;
