/** Text of the Contact Sales page when the company doesn't have job creation (docs/domain.md#company-features). */
export const SUBSCRIPTION_NEEDED =
  "Creating jobs needs a company subscription, which your company doesn't have.";
