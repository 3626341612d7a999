import { formatDay } from "~/lib/time/time";

/** IDs of the certification types (docs/domain.md#certification). */
export const FSC_TYPE_ID = 1;
export const SFI_TYPE_ID = 2;

/** Check whether a type is offered; types whose name contains URL are hidden everywhere. */
export const isSelectableType = (type: { name: string }): boolean => !/url/i.test(type.name);

/** FSC trademark license, allowing common typos (FSC-C104455; FSC F000100 is that of FSC's own offices). */
const FSC_LICENSE = /^FSC[- ]?®? ?[A-Z]\d{6}$/i;
/** FSC certificate: certifier, scope, number, and any sub-codes. */
const FSC_CERTIFICATE = /^[A-Z]{2,6}-(FM\/COC|COC|CW\/FM|CW|FM|PC)-\d{6}[-A-Z0-9]*$/i;

/**
 * Return a warning if a license looks unusual, so that its owner can compare it with the certificate; else null. Never
 * blocks saving, because sub-codes vary and each SFI certifier has its own numbers.
 */
export function getLicenseWarning(typeId: number, license: string): string | null {
  const text = license.trim();
  const looksFsc = FSC_LICENSE.test(text) || FSC_CERTIFICATE.test(text);
  if (typeId === FSC_TYPE_ID && !looksFsc)
    return "FSC licenses look like FSC-C104455, and certificates like ABC-COC-104455. Check yours.";
  if (typeId === SFI_TYPE_ID && FSC_LICENSE.test(text)) return "This looks like an FSC license, not SFI.";
  return null;
}

/** Check whether a search term occurs in a certification's license or claim, ignoring case. */
export function matchesCertificationSearch(
  item: { license: string; claim: string | null },
  term: string,
): boolean {
  const lowerCase = term.trim().toLowerCase();
  return [item.license, item.claim ?? ""].some((text) => text.toLowerCase().includes(lowerCase));
}

/** Return the stored expiry of a certificate: the end of its last day in UTC, regardless of the reader's time zone. */
export const toEndOfDay = (day: string): string => `${day}T23:59:59.999Z`;
export const toLastDay = (expiresAt: string): string => expiresAt.slice(0, 10);
export const hasExpired = (day: string | null, today: string): boolean => day !== null && day < today;

export type RequestTimes = {
  accepted_at: string | null;
  rejected_at: string | null;
  ended_at: string | null;
};
export type RequestState = "pending" | "member" | "rejected" | "ended";

/** Return the state of a request to work under another company's certificate. */
export function getRequestState(times: RequestTimes): RequestState {
  if (times.rejected_at) return "rejected";
  if (times.ended_at) return "ended";
  return times.accepted_at ? "member" : "pending";
}

/**
 * Return the name of a certification, "FSC FSC-C104455, FSC 100%". It includes the claim because a license may have
 * several.
 */
export const formatCertificationName = (c: { type: string; license: string; claim: string | null }): string =>
  [`${c.type} ${c.license}`, c.claim].filter(Boolean).join(", ");

/** Return a certification's option label: its name, its holder if that is another company, and whether it has expired. */
export function formatCertificationChoice(
  item: { type: string; license: string; claim: string | null; expires_at: string | null },
  today: string,
  holder: string | null = null,
): string {
  const last = item.expires_at && toLastDay(item.expires_at);
  const expired = last && hasExpired(last, today) ? `expired ${formatDay(last)}` : null;
  return [formatCertificationName(item), holder && `of ${holder}`, expired].filter(Boolean).join(", ");
}

/** Format the line about a group's certification that is shown above the group's pages. */
export const formatCertificationUses = (group: {
  certification_type: { name: string };
  certification: { license: string };
}) => `Uses ${group.certification_type.name} ${group.certification.license}.`;
