/**
 * Placeholder names in the paths that features list for tests, each with a sample path. `preparePlaceholderPaths`
 * (`forms.ts`) finds existing records for the first names; `createTestRecords` (`things.ts`) creates records for the
 * other names.
 */
const NAMES = {
  type: "/company/location-types/1",
  location: "/company/locations/1",
  destination: "/company/destinations/1",
  owner: "/company/land-owners/1",
  available: "/trip-tickets/1",
  claimed: "/trip-tickets/1",
  completed: "/trip-tickets/1",
  waiting: "/company/people/1",
  crew: "/company/crews/1",
  request: "/company/requests/1",
  job_comment: "/jobs/1/comments/1",
  comment: "/trip-tickets/1/comments/1",
  job_photo: "/jobs/1/photos/1",
  photo: "/trip-tickets/1/photos/1",
  book: "/jobs/1/sheets/1",
  sheet: "/sheets/1",
  voided: "/sheets/1",
  key: "/company/api-keys/1",
  invitation: "/company/invitations/1",
  contractor: "/jobs/1/companies/1",
  contact: "/company/contacts/1",
  eyes: "/admin/companies/1/as",
  joinable: "/admin/joins?from_id=1&to_id=2",
  filter: "/trip-tickets/filters/1",
  setup_contract: "/jobs/create/contract?role=cutter&company_id=1",
  statement: "/trip-tickets/reconcile/1",
  import: "/trip-tickets/imports/1",
  settled: "/settlements/statements/1",
  linked: "/i/2?sig=x",
  owner_link: "/jobs/1/owner/links/1",
  owner_code: "/owner/x",
  paid: "/trip-tickets/1",
  claim: "/settlements/claims/1",
  lacking: "/settlements/claims/2",
  adjustment: "/settlements/adjustments/1",
  settlement_rule: "/settlements/rules/1",
  settlement_run: "/settlements/runs/1",
  export: "/trip-tickets/exports/1",
  bulk: "/trip-tickets/bulk/1",
  made: "/trip-tickets/made?count=1&first=1",
  verification: "/verify/trip-tickets/1?sig=x",
  sheet_verification: "/verify/sheets/1?sig=x",
};
export type PlaceholderName = keyof typeof NAMES;

/** Replace placeholder names with sample values, to resolve a path's address without a server. */
export const fillSampleNames = (path: string): string =>
  path.replace(
    /\{(\w+)\}/g,
    (all, name: string) => Object.entries(NAMES).find(([key]) => key === name)?.[1] ?? all,
  );
