/** What the Contact Sales page says where job creation is not among what a company has (spec 1, section 1). */
export const PREMIUM = "Creating jobs needs a company subscription, which your company doesn't have.";
