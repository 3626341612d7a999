/**
 * Exceptions of the tests that cover everything, as `app/forgotten.server.test.ts` reads them. A new page or call does
 * not belong here.
 */

/**
 * Pages whose form isn't listed by its address: it's listed under the names found there (`{owner}`), or isn't tested
 * with bad values yet.
 */
export const FORMS_ELSEWHERE = new Set([
  // No field: the signed link decides, and mail programs post what they like there.
  "/unsubscribe/:token",
  // Opens only to a person who has entered a password a moment ago; a test of its own sends its one field all bad
  // values.
  "/login/code",
  "/login/passkey",
  // Its passkey is created by a test of its own, which sends it bad names.
  "/profile/second-factor/passkeys/:passkeyId/name",
  "/profile/second-factor/passkeys/:passkeyId/removal",
  // No field but the address.
  "/jobs/:jobId/owner/links/:linkId/removal",
  // These pages depend on an issued invoice, or have no field; the calls of the same procedures get all bad values.
  "/invoices/:invoiceId/deletion",
  "/invoices/:invoiceId/payment",
  "/invoices/:invoiceId/reversal",
  "/invoices/:invoiceId/send",
  // These pages depend on an import that a test has created; the calls of the same procedures get all bad values.
  "/trip-tickets/imports/:importId/columns",
  "/trip-tickets/imports/:importId/removal",
  "/trip-tickets/imports/:importId/rows/:line",
  // Tests create their statements, adjustments and rules; the calls of the same procedures get all bad values.
  "/settlements/adjustments/:adjustmentId/cancellation",
  "/settlements/claims/:claimId/handover",
  "/settlements/claims/:claimId/payable",
  "/settlements/new",
  "/settlements/rate-requests",
  "/settlements/rules/:ruleId/deletion",
  "/settlements/statements/:statementId/lines/:seq",
  "/settlements/statements/:statementId/payment",
  "/settlements/statements/:statementId/reversal",
  "/settlements/statements/:statementId/voiding",
  "/admin/joins",
  "/admin/outbox",
  "/admin/companies/:companyId/deletion",
  "/admin/releases/:releaseId/deletion",
  "/admin/users/:userId/link",
  "/admin/work",
  // Has a form only if the site takes cards; the calls of the same procedures get all bad values.
  "/company/subscription",
  "/company/payment-account",
  // Works the same without any field: the amount paid is the balance, and the signed link decides whether it may be
  // paid.
  "/i/:invoiceId",
  "/company/api-keys/:keyId/revocation",
  "/company/contacts/:contactId",
  "/company/contacts/:contactId/deletion",
  "/company/contacts/:contactId/invitation",
  "/company/crews/:crewId",
  "/company/crews/:crewId/deletion",
  "/company/crews/:crewId/preset",
  "/company/destinations/:destinationId",
  "/company/destinations/:destinationId/deletion",
  "/company/invitations/:inviteId/link",
  "/company/land-owners/:landOwnerId",
  "/company/land-owners/:landOwnerId/deletion",
  "/company/location-types/:typeId",
  "/company/locations/:locationId",
  "/company/locations/:locationId/deletion",
  "/company/people/:userId",
  "/company/people/:userId/deletion",
  "/company/people/:userId/link",
  "/company/requests/:requestId",
  "/invite/:token",
  "/jobs/:jobId/accept",
  "/jobs/:jobId/comments/:commentId",
  "/jobs/:jobId/companies/:companyId/invitation",
  "/jobs/:jobId/decline",
  "/jobs/:jobId/deletion",
  "/jobs/:jobId/destinations/:jobDestinationId/inventory/deletion",
  "/jobs/:jobId/haul-rates/new",
  "/jobs/:jobId/products/:product/deletion",
  "/jobs/create/authorizee",
  "/jobs/create/cancellation",
  "/jobs/create/contract",
  "/jobs/create/contractors",
  "/jobs/create/map",
  "/jobs/create/method-change",
  "/jobs/create/pin",
  "/jobs/create/rates",
  "/jobs/create/review",
  "/jobs/create/sorts",
  "/jobs/create/townships",
  "/logout",
  "/onboarding/invite-team",
  "/profile/phone",
  "/sheets/:sheetId/voiding",
  "/trip-tickets/:ticketId/:verb",
  "/trip-tickets/:ticketId/comments",
  "/trip-tickets/:ticketId/comments/:commentId",
  "/trip-tickets/:ticketId/correction",
  "/trip-tickets/:ticketId/deletion",
  "/trip-tickets/:ticketId/edit/:box",
  "/trip-tickets/:ticketId/edit/certification",
  "/trip-tickets/:ticketId/photos",
  "/trip-tickets/:ticketId/photos/:photoId",
  "/trip-tickets/:ticketId/undo",
  "/trip-tickets/columns",
  "/trip-tickets/filters",
  "/trip-tickets/filters/:filterId/deletion",
  "/trip-tickets/made",
  "/trip-tickets/reconcile/:statementId/columns",
  "/trip-tickets/selection",
  "/trip-tickets/selection/:act",
]);

/**
 * Procedures that had no `may` when this list was written, to be read one by one; they should check permission in their
 * own `run`, by the company's relation to the job or ticket, by being an admin, or for each part of the answer.
 */
export const ASK_THEMSELVES = new Set([
  "acceptJob",
  "addHaulRate",
  "getCompanySecondFactor",
  "setCompanySecondFactor",
  "addJobCompany",
  "addJobDestination",
  "addJobProduct",
  "addLanding",
  "addProductRate",
  "addRoad",
  "applyPreset",
  "declineJob",
  "deleteJob",
  "deleteJobProducts",
  "deleteLandingInventory",
  "deleteTicket",
  "find",
  "findContractors",
  "getApiKey",
  "getCompanyRemoval",
  "getContractForm",
  "getContractorInvite",
  "getCountyLayers",
  "getCrewPermissions",
  "getDashboard",
  "getDestinationChoices",
  "getDestinationForm",
  "getInventoryEntry",
  "getInventoryForm",
  "getJobDeletion",
  "getJobForm",
  "getJobHead",
  "getLandingForm",
  "getLocationForm",
  "getMileage",
  "getPresetChange",
  "getPresetUndo",
  "getProductChoices",
  "getProductDeletion",
  "getRateForm",
  "getRateRemoval",
  "getReassignment",
  "getResumeBanner",
  "getRoadForm",
  "getSampleJob",
  "getGeolocation",
  "getGround",
  "getGroundNear",
  "getSectionAt",
  "getSights",
  "getWholeMap",
  "getSetupOffer",
  "getWelcome",
  "inviteContractorAgain",
  "inviteNewContractor",
  "listApiKeys",
  "listInvitations",
  "makeApiKey",
  "removeHaulRate",
  "removeJobCompany",
  "removeJobDestination",
  "removeProductRate",
  "removeRoad",
  "revokeApiKey",
  "saveAcceptance",
  "saveCrewPermissions",
  "searchTownships",
  "setContract",
  "setJobCrews",
  "setJobStatus",
  "undoPreset",
  "updateHaulRate",
  "updateJob",
  "updateJobDestination",
  "updateJobLocation",
  "updateLanding",
  "updateLandingInventory",
  "updatePermission",
  "updateProductRate",
  "updateRoad",
]);

/** Pages that delete without an address for it: the typed values come back, or the form is inside a `Removal`. */
export const ASK_BEFORE = new Set(["/jobs/create/map", "/trip-tickets/:ticketId/photos/:photoId"]);

/**
 * Pages that no page of the demo links to: the user is redirected there, or it takes a setup further along than the
 * demo's.
 */
export const NOT_LINKED = new Set([
  // "To pay" leads there while another company's rate waits for an answer.
  "/settlements/rate-requests",
  // Linked only from the profile of users with a second factor.
  "/profile/second-factor/codes",
  "/profile/second-factor/removal",
  // Shown after a passkey was created.
  "/profile/second-factor/passkeys/made",
  // Linked by a device that holds an unsent load.
  "/outbox/load",
  // Linked from the menu of super users; all their pages to check are below it.
  "/admin",
  "/companies",
  "/jobs/create/authorizee",
  "/jobs/create/cancellation",
  "/jobs/create/contract",
  "/jobs/create/contractors",
  "/jobs/create/copy",
  "/jobs/create/land-owner",
  "/jobs/create/method-change",
  "/jobs/create/pin",
  "/jobs/create/review",
  "/jobs/create/sorts",
  "/jobs/create/townships",
  "/onboarding",
  "/onboarding/choose-company-perspective",
  "/onboarding/create-company",
  "/onboarding/invite-team",
  "/profile/phone",
  "/scale",
  "/trip-tickets/made",
  "/trip-tickets/selection",
  "/welcome",
]);

/** These change nothing that a table holds, whatever they are sent, or end the session that opens them. */
export const HARMLESS = /^\/(logout|profile\/(light-pages|sessions|time-zone))/;

/**
 * Fields that accept odd values, by page and field: a list's address is read as far as it makes sense, a landing's
 * balance may be negative, and a word in place of an optional file isn't a file.
 */
export const FINE: Record<string, (path: string, value: string) => boolean> = {
  query: (path) => path === "/trip-tickets/export",
  estimated_volume_remaining: (path, value) => path.startsWith("/jobs/1/inventory/") && value === "-181",
  contract: (path) => path.includes("/contracts/"),
  // Only a number is looked up.
  load: (path) => path === "/scale",
  // The search text for a place isn't stored; find-places.server.test.ts searches for anything.
  place: () => true,
  // The view of a landing's map is for the next response alone.
  view: (path) => path.startsWith("/jobs/1/landings/"),
  location_method: (path) => path.startsWith("/jobs/1/landings/"),
};

/** Calls for persons, some of them of the primary crew alone, and not for keys. */
export const EMPLOYING = /^\/api\/(company\/\{|job-draft$|billing\/)/;
/** Calls that anybody may make for themselves, but not with these bodies. */
export const FOR_ONESELF = [
  "createCompany",
  "askToJoin",
  "updateUser",
  "readAllNotifications",
  "savePreferences",
  "addDevice",
];
