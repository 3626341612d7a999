import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addressAt, PAGES, POSTS } from "../../app/pages";
import { moreOf, navOf } from "../../app/ui/nav";
import { PAGES as LOOKS, SIGNED_OUT } from "../../e2e/support/pages";
import { EXPECTED } from "../../e2e/support/routes";

/** Pages that axe and the validator have not looked at yet. A new page goes to the looks (e2e/support/pages.ts), not here. */
const NOT_LOOKED_AT = [
  "/company/api-keys/:keyId/revocation",
  "/company/destinations/:destinationId",
  "/company/destinations/:destinationId/deletion",
  "/company/invitations/:inviteId/link",
  "/company/land-owners/:landOwnerId",
  "/company/land-owners/:landOwnerId/deletion",
  "/company/location-types/:typeId",
  "/company/locations/:locationId",
  "/company/locations/:locationId/deletion",
  "/jobs/:jobId/comments/:commentId",
  "/jobs/:jobId/companies/:companyId/invitation",
  "/jobs/:jobId/deletion",
  "/jobs/:jobId/destinations/:jobDestinationId/inventory/deletion",
  "/jobs/:jobId/destinations/new",
  "/jobs/:jobId/haul-rates/new",
  "/jobs/:jobId/inventory/:inventoryId/deletion",
  "/jobs/:jobId/landings/:landingId",
  "/jobs/:jobId/landings/new",
  "/jobs/:jobId/photos/:photoId",
  "/jobs/:jobId/product-rates/:rateId",
  "/jobs/:jobId/products/:product/deletion",
  "/jobs/:jobId/sheets/:bookId",
  "/jobs/:jobId/sheets/:bookId/print",
  "/jobs/create",
  "/jobs/create/authorizee",
  "/jobs/create/contract",
  "/jobs/create/contractors",
  "/jobs/create/method-change",
  "/jobs/create/sorts",
  "/jobs/create/townships",
  "/logout",
  "/onboarding",
  "/sheets/:sheetId",
  "/sheets/:sheetId/voiding",
  "/trip-tickets/:ticketId/:verb",
  "/trip-tickets/:ticketId/comments",
  "/trip-tickets/:ticketId/comments/:commentId",
  "/trip-tickets/:ticketId/deletion",
  "/trip-tickets/:ticketId/photos/:photoId",
  "/trip-tickets/:ticketId/undo",
  "/trip-tickets/bulk/:runId",
  "/trip-tickets/exports/:runId",
  "/trip-tickets/filters/:filterId/deletion",
  "/trip-tickets/made",
  "/trip-tickets/print",
  "/trip-tickets/reconcile/:statementId",
  "/trip-tickets/reconcile/:statementId/columns",
  "/verify/trip-tickets/:ticketId",
];

const pathOf = (address: string) => address.split(/[?#]/)[0] ?? "";

test("every page and post says in the access matrix who may see it", () => {
  const missing = [...PAGES, ...POSTS].map(({ address }) => address).filter((one) => !(one in EXPECTED));
  expect(missing).toEqual([]);
});

test("every page is looked at by axe and the validator", () => {
  const looked = new Set(
    [...Object.values(LOOKS).flat(), ...SIGNED_OUT].map((path) => addressAt(pathOf(path))),
  );
  const drawn = PAGES.filter(({ noun, page }) =>
    /^export default /m.test(readFileSync(`app/features/${noun}/pages/${page}`, "utf8")),
  );
  expect(
    drawn
      .map(({ address }) => address)
      .filter((one) => !looked.has(one))
      .sort(),
  ).toEqual(NOT_LOOKED_AT);
});

test("every place of the menus is a page", () => {
  const hrefs = [...navOf(true), ...moreOf(true)].map(({ href }) => href);
  expect(hrefs.filter((href) => addressAt(href) !== href)).toEqual([]);
});
