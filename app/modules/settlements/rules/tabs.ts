/** Tabs of the settlement pages, in order. */
export const SETTLEMENT_TABS = [
  { href: "/settlements", label: "To pay" },
  { href: "/settlements/to-receive", label: "To receive" },
  { href: "/settlements/needs-you", label: "Needs you" },
  { href: "/settlements/statements", label: "Statements" },
  { href: "/settlements/adjustments", label: "Adjustments" },
  { href: "/settlements/fuel", label: "Fuel" },
  { href: "/settlements/settings", label: "Settings" },
] as const;
