import { useSearchParams } from "@remix-run/react";
import { Notice } from "./parts";

/** What the specifications say when something has been done, by the name that `?done=` gives it. */
const MESSAGES = {
  "company-updated": "Company updated successfully",
  "land-owner-added": "Land owner added successfully",
  "location-created": "Location created successfully",
  "location-updated": "Location updated successfully.",
  "location-deleted": "Location deleted",
  "location-type-saved": "Location type saved",
  "destination-created": "Destination created successfully",
  "destination-deleted": "Destination deleted successfully",
  "logo-updated": "Company updated successfully",
  "inventory-updated": "Inventory updated successfully",
  "inventory-deleted": "Inventory deleted successfully",
  "job-deleted": "Job deleted",
  "job-declined": "Job declined",
  "profile-updated": "Profile updated successfully",
} as const;

export type DoneName = keyof typeof MESSAGES;

/** A path of this app with word of what was done; what it asks for already stays. */
export function withDone(path: string, done: DoneName): string {
  const { pathname, searchParams, hash } = new URL(path, "https://here.invalid");
  searchParams.set("done", done);
  return `${pathname}?${searchParams.toString()}${hash}`;
}

/** Says what was done, on the page that follows; anything else in `?done=` says nothing. */
export function Done() {
  const [params] = useSearchParams();
  const name = params.get("done");
  const known = name !== null && Object.hasOwn(MESSAGES, name) ? MESSAGES[name as DoneName] : null;
  return known ? <Notice title={known} /> : null;
}
