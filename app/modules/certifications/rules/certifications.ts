import { formatDay } from "~/lib/time/time";

/** Certification type IDs (docs/domain.md#certification). */
export const FSC_TYPE_ID = 1;
export const SFI_TYPE_ID = 2;

/** Hide types whose name contains URL wherever types are offered. */
export const isOfferedType = (type: { name: string }): boolean => !/url/i.test(type.name);

/** Trademark license (FSC-C104455, the offices' FSC F000100), allowing common typos. */
const FSC_LICENSE = /^FSC[- ]?®? ?[A-Z]\d{6}$/i;
/** Certificate: certifier, scope, number, and any sub-codes. */
const FSC_CERTIFICATE = /^[A-Z]{2,6}-(FM\/COC|COC|CW\/FM|CW|FM|PC)-\d{6}[-A-Z0-9]*$/i;

/**
 * Return what looks odd about a license, for its owner to compare with the certificate; null if nothing does. It warns
 * and never blocks: sub-codes vary, and SFI's bodies each have numbers of their own.
 */
export function getLicenseWarning(typeId: number, license: string): string | null {
  const text = license.trim();
  const looksFsc = FSC_LICENSE.test(text) || FSC_CERTIFICATE.test(text);
  if (typeId === FSC_TYPE_ID && !looksFsc)
    return "FSC licenses look like FSC-C104455, and certificates like ABC-COC-104455. Check yours.";
  if (typeId === SFI_TYPE_ID && FSC_LICENSE.test(text)) return "This looks like an FSC license, not SFI.";
  return null;
}

/** True if a search term matches its license or the name of its product claim, ignoring case. */
export function matchesSearch(item: { license: string; claim: string | null }, term: string): boolean {
  const lowerCase = term.trim().toLowerCase();
  return [item.license, item.claim ?? ""].some((text) => text.toLowerCase().includes(lowerCase));
}

/** A certificate is valid through its last day, wherever the reader is; stored as that day's end. */
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

/** Name of a certification: "FSC FSC-C104455, FSC 100%". The same license may have several claims. */
export const formatCertificationName = (c: { type: string; license: string; claim: string | null }): string =>
  [`${c.type} ${c.license}`, c.claim].filter(Boolean).join(", ");

/** Name of a certification as an option: its name, its holder if another company, and whether it has expired. */
export function formatCertificationChoice(
  item: { type: string; license: string; claim: string | null; expires_at: string | null },
  today: string,
  holder: string | null = null,
): string {
  const last = item.expires_at && toLastDay(item.expires_at);
  const expired = last && hasExpired(last, today) ? `expired ${formatDay(last)}` : null;
  return [formatCertificationName(item), holder && `of ${holder}`, expired].filter(Boolean).join(", ");
}

/** Certification that a group uses, shown above its pages. */
export const formatCertificationUses = (group: {
  certification_type: { name: string };
  certification: { license: string };
}) => `Uses ${group.certification_type.name} ${group.certification.license}.`;
