import { formatDay } from "~/domain/time/time";

/** Certification types by their ids (spec 2, section 9). */
export const FSC = 1;
export const SFI = 2;

/** Types whose name contains URL are hidden wherever types are offered (spec 2, section 5). */
export const isOffered = (type: { name: string }): boolean => !/url/i.test(type.name);

/** A license for the trademark (FSC-C104455, the offices' FSC F000100), with the slips that people make. */
const FSC_LICENSE = /^FSC[- ]?®? ?[A-Z]\d{6}$/i;
/** A certificate: who certified, what for, its number, sub-codes of any kind. */
const FSC_CERTIFICATE = /^[A-Z]{2,6}-(FM\/COC|COC|CW\/FM|CW|FM|PC)-\d{6}[-A-Z0-9]*$/i;

/**
 * What looks odd about a license, for its owner to compare with the certificate; null where nothing does. It warns
 * and never blocks: sub-codes vary, and SFI's bodies each have numbers of their own.
 */
export function licenseWarning(typeId: number, license: string): string | null {
  const text = license.trim();
  const looksFsc = FSC_LICENSE.test(text) || FSC_CERTIFICATE.test(text);
  if (typeId === FSC && !looksFsc)
    return "FSC licenses look like FSC-C104455, and certificates like ABC-COC-104455. Check yours.";
  if (typeId === SFI && FSC_LICENSE.test(text)) return "This looks like an FSC license, not SFI.";
  return null;
}

/** Whether a search finds it: by its license or the name of its product claim, whatever the case. */
export function isFound(one: { license: string; claim: string | null }, term: string): boolean {
  const wanted = term.trim().toLowerCase();
  return [one.license, one.claim ?? ""].some((text) => text.toLowerCase().includes(wanted));
}

/** A certificate holds through its last day, wherever the reader is; stored as that day's end. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;
export const lastDay = (expiresAt: string): string => expiresAt.slice(0, 10);
export const hasExpired = (day: string | null, today: string): boolean => day !== null && day < today;

export type RequestTimes = {
  accepted_at: string | null;
  rejected_at: string | null;
  ended_at: string | null;
};
export type RequestState = "pending" | "member" | "rejected" | "ended";

/** The state of a request to work under another company's certificate. */
export function requestState(times: RequestTimes): RequestState {
  if (times.rejected_at) return "rejected";
  if (times.ended_at) return "ended";
  return times.accepted_at ? "member" : "pending";
}

/** The name of a certification: "FSC FSC-C104455, FSC 100%". The same license may have several claims. */
export const certificationName = (c: { type: string; license: string; claim: string | null }): string =>
  [`${c.type} ${c.license}`, c.claim].filter(Boolean).join(", ");

/** A certification as an option: its name, its holder where that is another company, and that it has expired. */
export function choiceName(
  one: { type: string; license: string; claim: string | null; expires_at: string | null },
  today: string,
  holder: string | null = null,
): string {
  const last = one.expires_at && lastDay(one.expires_at);
  const expired = last && hasExpired(last, today) ? `expired ${formatDay(last)}` : null;
  return [certificationName(one), holder && `of ${holder}`, expired].filter(Boolean).join(", ");
}

/** What a group stands on, above its pages. */
export const usesWords = (group: {
  certification_type: { name: string };
  certification: { license: string };
}) => `Uses ${group.certification_type.name} ${group.certification.license}.`;
