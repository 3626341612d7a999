import type { CompanyPermissions, Entity } from "~/domain/access/crew-permissions";

/** Kinds of notifications (specification 1, section 9; 8 isn't used). */
export const NOTICE = {
  general: 1,
  invitation: 2,
  accepted: 3,
  declined: 4,
  assigned: 5,
  status: 6,
  comment: 7,
  joinRequest: 9,
  settlement: 10,
} as const;
export type NoticeType = (typeof NOTICE)[keyof typeof NOTICE];

/** How a filter of the inbox calls them. */
export const NOTICE_NAMES: Readonly<Record<NoticeType, string>> = {
  1: "Messages",
  2: "Job invitations",
  3: "Accepted jobs",
  4: "Declined jobs",
  5: "Loads given to you",
  6: "Loads",
  7: "Comments",
  9: "Requests to join",
  10: "Settlements",
};

export const NOTICE_TYPES: readonly NoticeType[] = Object.values(NOTICE);

/** What a filter calls a kind. */
export const nameOfNotice = (type: number): string =>
  NOTICE_NAMES[NOTICE_TYPES.find((known) => known === type) ?? NOTICE.general];

/** What one must be allowed to read to hear of it; null is for everybody. */
const READS: Readonly<Record<NoticeType, Entity | null>> = {
  1: null,
  2: "job",
  3: "job",
  4: "job",
  5: "trip_ticket",
  6: "trip_ticket",
  7: "comment",
  9: "crew_member",
  10: "settlement",
};

/** The kinds that a person with these flags hears of. */
export const typesFor = (permissions: CompanyPermissions): NoticeType[] =>
  NOTICE_TYPES.filter((type) => {
    const entity = READS[type];
    return entity === null || permissions[entity].read;
  });

export const MAIL_WAYS = ["no", "now", "daily"] as const;
export type MailWay = (typeof MAIL_WAYS)[number];

/** Kinds that a company's admins are mailed at once, by the commit that tells of them. */
export const MAILED_TO_ADMINS: readonly NoticeType[] = [2, 3, 4, 9, 10];

/** How somebody is mailed who has not said how. */
export function usualMail(type: NoticeType, isAdmin: boolean): MailWay {
  if (type === NOTICE.assigned) return "now";
  return isAdmin && MAILED_TO_ADMINS.includes(type) ? "now" : "daily";
}
