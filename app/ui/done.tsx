import { useSearchParams } from "@remix-run/react";
import { hasKey } from "~/lib/object/records";
import { Notice } from "./parts";

/** Messages for completed actions, by their name in `?done=`. */
export const DONE_MESSAGES = {
  saved: "Saved",
  unchanged: "You didn't change anything, so there was nothing to save.",
  "signed-out": "Signed out on every device",
  "owner-link-ended": "The link is off. Its card no longer works.",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "device-added": "This device shows your notifications",
  "row-deleted": "Deleted",
  "statement-made": "Statement made. Print it, or record the payment.",
  "statements-made": "Statements made. The new ones are first. Open one to print it or record the payment.",
  "payment-recorded": "Payment recorded",
  "payment-reversed": "Payment taken back",
  "statement-voided": "Statement voided",
  "invoice-saved": "Saved as a draft",
  "invoice-issued": "Issued. Now send it to the customer.",
  "invoice-sent": "The invoice is on its way",
  "receipt-sent": "The receipt is on its way",
  "invoice-kept":
    "Nothing was sent, because this site doesn't send mail or texts. It's in the outbox. Give the customer the link.",
  "cards-offered": "Your invoices now have a Pay button",
  "cards-paused": "Your invoices no longer have a Pay button",
  "invoice-deleted": "The draft is deleted",
  "invoice-voided": "The invoice is void",
  "remark-sent": "Sent",
  "not-payable": "Not payable",
  payable: "Payable again",
  "problem-left": "Sent",
  "load-corrected": "Corrected. The difference goes on the next statement.",
  "company-updated": "Company updated successfully",
  "team-added": "Employee added successfully",
  "land-owner-added": "Land owner added successfully",
  "contractor-unsent": "Company added. Nothing was sent: make a link here and send it yourself.",
  "companies-joined": "The two companies are now one",
  "contact-added": "Contact added. You can choose it on jobs now, and invite it when you like.",
  "land-owner-updated": "Land owner updated",
  "land-owner-deleted": "Land owner deleted",
  "location-created": "Location created successfully",
  "location-updated": "Location updated successfully.",
  "location-deleted": "Location deleted",
  "location-type-saved": "Location type saved",
  "destination-created": "Destination created successfully",
  "destination-updated": "Destination updated successfully",
  "destination-deleted": "Destination deleted successfully",
  "logo-updated": "Company updated successfully",
  "inventory-updated": "Inventory updated successfully",
  "inventory-deleted": "Inventory deleted successfully",
  "loads-moved": "Loads moved to the other destination",
  "loads-deleted": "Loads deleted",
  "job-created": "Job created",
  "job-accepted": "Job accepted",
  "job-deleted": "Job deleted",
  "job-declined": "Job declined",
  "sample-removed": "Sample job removed",
  "setup-deleted": "Job setup deleted",
  "volume-filled": "Saved. The scaled volume comes from the net weight.",
  "tickets-undone": "Undone. The tickets are deleted.",
  "person-updated": "Person updated",
  sent: "Sent.",
  "email-sent": "We sent a link to your email. Open it to verify.",
  "email-kept": "No mail was sent: this site doesn't send any. The link is in the outbox.",
  "email-asked": "We sent a link to the new email. Your email changes when you open it.",
  "code-sent": "We sent a code to your phone",
  "phone-verified": "Your phone is verified",
  "profile-updated": "Profile updated successfully",
} as const;

/** Browser storage keys that are deleted after a completed action, because their data is obsolete. */
const FORGET: Partial<Record<keyof typeof DONE_MESSAGES, string>> = {
  "job-created": "CreateJob",
  "setup-deleted": "CreateJob",
};

export type DoneMessageKey = keyof typeof DONE_MESSAGES;

/** Add `?done=` to a path of this app, keeping its existing query. */
export function addDoneParam(path: string, done: DoneMessageKey): string {
  const { pathname, searchParams, hash } = new URL(path, "https://here.invalid");
  searchParams.set("done", done);
  return `${pathname}?${searchParams.toString()}${hash}`;
}

/** Message about a completed action, on the page that follows; nothing if `?done=` isn't a known key. */
export function DoneMessage() {
  const [params] = useSearchParams();
  const done = params.get("done");
  if (done === null || !hasKey(DONE_MESSAGES, done)) return null;
  return (
    <>
      <Notice title={DONE_MESSAGES[done]} />
      {FORGET[done] ? <i hidden data-forget={FORGET[done]} /> : null}
    </>
  );
}
