/** Pages by who looks at them; `{ticket}` is a completed ticket of the Michigan job. */
export const PAGES: Record<string, string[]> = {
  manager: [
    "/",
    "/trip-tickets",
    "/trip-tickets?view=available",
    "/trip-tickets?q=999999",
    "/trip-tickets/1",
    "/trip-tickets/1/edit/details",
    "/trip-tickets/1/edit/certification",
    "/trip-tickets/1/photos",
    "/trip-tickets/1/print",
    "/trip-tickets/new?job_id=1",
    "/jobs",
    "/jobs/1",
    "/company",
    "/company/edit",
    "/company/logo",
    "/company/land-owners",
    "/companies/3",
    "/company/invite",
    "/company/people",
    "/company/api-keys",
    "/api/docs",
    "/profile",
    "/releases",
    "/more",
    "/no-such-page",
  ],
  multi: ["/companies"],
  new: ["/companies"],
};
/** Pages for whoever is not signed in. */
export const SIGNED_OUT = ["/login", "/signup", "/forgot-password", "/reset-password?token=x", "/invite/x"];
