/** Public password of all demo accounts. */
export const DEMO_PASSWORD = "timber-demo-2026";

/** Demo roles offered on the front page; `who` is the first part of each demo account's email. */
export const DEMO_ROLES = [
  { who: "manager", label: "The office", does: "Sets up jobs, makes loads, and checks the mill's statement" },
  { who: "driver", label: "A driver", does: "Claims a load and brings it to the mill, on a phone" },
  { who: "mill", label: "The scale house", does: "Receives and scales what comes in" },
  { who: "logger", label: "The logger", does: "Fills in what was cut and what waits at the landing" },
] as const;

export const buildDemoEmail = (who: string): string => `${who}@demo.test`;
