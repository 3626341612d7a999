type Standing = {
  tier: "basic" | "professional" | null;
  status: string | null;
  is_given: boolean;
  current_period_end: string | null;
  cancel_at: string | null;
  trial_end: string | null;
  synced_at: string | null;
};

const PLANS = { basic: "Standard", professional: "Professional" } as const;
const NEEDS: Readonly<Record<string, string>> = {
  past_due: "Card refused",
  unpaid: "Not paid",
  incomplete: "First payment not finished",
};

function stateOf(s: Standing, day: (at: string) => string): string {
  if (s.is_given) return s.status ? "Granted; the paid plan has ended" : "Granted, no payment";
  if (!s.status) return "Free";
  if (s.status === "trialing") return s.trial_end ? `Trial, until ${day(s.trial_end)}` : "Trial";
  if (s.cancel_at) return `Ends ${day(s.cancel_at)}`;
  if (s.status === "active" || s.status === "past_due")
    return s.current_period_end ? `Renews ${day(s.current_period_end)}` : "Active";
  return NEEDS[s.status] ?? "Ended";
}

/** Format a company's subscription as text for the site's operators. */
export const describeSubscription = (s: Standing, day: (at: string) => string) => ({
  plan: s.tier ? PLANS[s.tier] : "—",
  state: stateOf(s, day),
  needs: (s.status && NEEDS[s.status]) || null,
  pulled: s.synced_at ? day(s.synced_at) : "—",
});
