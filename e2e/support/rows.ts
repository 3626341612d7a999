/** Callers, and the answer each gets: the rows that many addresses share. */
export const WHO = [
  "nobody",
  "manager",
  "logger",
  "hauler",
  "mill",
  "owner",
  "rival",
  "multi",
  "new",
  "super",
  "key",
] as const;
export type Who = (typeof WHO)[number];
export type Row = Partial<Record<Who, number>> & { else: number };

/** Pages for everybody who is signed in, whatever their company. */
export const SIGNED_IN: Row = { nobody: 302, else: 200 };
/** Pages of a company: a person without an active one is sent to choose one. */
export const COMPANY: Row = { nobody: 302, multi: 302, new: 302, super: 302, else: 200 };
/** A ticket or job of the Michigan job, which the rival does not know exists. */
export const THEIRS: Row = { ...COMPANY, rival: 404 };
/** Part of a ticket that doesn't exist: 404 for everyone who gets past the earlier checks. */
export const NO_SUCH: Row = { nobody: 302, multi: 302, new: 302, super: 302, else: 404 };
/** Visible to the manager's company alone. */
export const THEIRS_ALONE: Row = { ...NO_SUCH, manager: 200 };
export const API_THEIRS: Row = { nobody: 401, multi: 404, new: 404, super: 404, rival: 404, else: 200 };
export const API_ON_THE_JOB: Row = { ...API_THEIRS, mill: 403 };
export const API_KNOWN: Row = { nobody: 401, else: 200 };
/** The company's own pages, here the manager's: another company's are answered as missing. */
export const API_OWN: Row = { nobody: 401, manager: 200, else: 404 };
/** Lists of the acting company's items; a person without an active one learns nothing. */
export const API_COMPANY: Row = { nobody: 401, multi: 404, new: 404, super: 404, else: 200 };
/** Calls that need the query in their address. */
export const API_ASKS: Row = { ...API_COMPANY, else: 422 };
/** The same for public facts: any signed-in person may query them. */
export const API_ASKS_KNOWN: Row = { nobody: 401, else: 422 };
/** Exports need a feature that these demo companies don't have. */
export const EXPORTS: Row = { ...COMPANY, manager: 200, else: 403 };
/** Addresses for which the API has only other methods. */
export const NO_GET: Row = { else: 405 };

/** A job's own pages: the mill receives its wood but sees only its number and dates. */
export const ON_THE_JOB: Row = { ...THEIRS, mill: 403 };
/** Pages of the job's requester, here the manager; others on the job are refused by permission. */
export const OFFICE_ONLY: Row = { ...COMPANY, rival: 404, logger: 403, hauler: 403, owner: 403, mill: 403 };
export const OFFICE_NO_SUCH: Row = { ...OFFICE_ONLY, manager: 404 };
/** Companies that run the job, cut or skid. */
export const IN_THE_WOODS: Row = { ...OFFICE_ONLY, logger: 200 };
export const IN_THE_WOODS_NO_SUCH: Row = { ...OFFICE_ONLY, manager: 404, logger: 404 };
/** Nobody here has an invitation to answer: everybody accepted long ago, or was never invited. */
export const NOTHING_TO_ANSWER: Row = {
  ...COMPANY,
  rival: 404,
  mill: 404,
  manager: 422,
  logger: 422,
  hauler: 422,
  owner: 422,
};
/** Steps of setting up a job: of the demo's companies only the manager's has the feature. */
export const SETUP: Row = { nobody: 302, multi: 302, new: 302, super: 302, manager: 200, else: 403 };
export const SETUP_ON: Row = { ...SETUP, manager: 302 };

/** Pages for super users only; others don't learn that they exist. */
export const SUPER: Row = { nobody: 302, super: 200, else: 404 };
/** The same for calls, also with a company's key. */
export const API_SUPER: Row = { nobody: 401, super: 200, else: 404 };
