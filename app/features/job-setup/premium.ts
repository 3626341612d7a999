/** Text of the Contact Sales page when the company doesn't have job creation (spec 1, section 1). */
export const SUBSCRIPTION_NEEDED =
  "Creating jobs needs a company subscription, which your company doesn't have.";
