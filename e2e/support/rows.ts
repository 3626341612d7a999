/** Demo users and other callers, by which the expected statuses below are listed. Many addresses share these statuses. */
export const CALLERS = [
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
export type CallerName = (typeof CALLERS)[number];
export type ExpectedStatuses = Partial<Record<CallerName, number>> & { else: number };

/** Pages for every signed-in user, with or without a company. */
export const SIGNED_IN: ExpectedStatuses = { nobody: 302, else: 200 };
/** Pages of a company. A user without an active company is redirected to a page for choosing one. */
export const ANY_COMPANY: ExpectedStatuses = { nobody: 302, multi: 302, new: 302, super: 302, else: 200 };
/** Tickets and pages of the Michigan job. The rival company gets 404, since it has no access to the job. */
export const JOB_PARTICIPANTS: ExpectedStatuses = { ...ANY_COMPANY, rival: 404 };
/** Part of a ticket that doesn't exist: 404 for everyone with a company. */
export const NOT_FOUND_FOR_ALL: ExpectedStatuses = {
  nobody: 302,
  multi: 302,
  new: 302,
  super: 302,
  else: 404,
};
/** Visible to the manager's company alone. */
export const MANAGER_ONLY: ExpectedStatuses = { ...NOT_FOUND_FOR_ALL, manager: 200 };
export const API_JOB_PARTICIPANTS: ExpectedStatuses = {
  nobody: 401,
  multi: 404,
  new: 404,
  super: 404,
  rival: 404,
  else: 200,
};
export const API_JOB_WITHOUT_MILL: ExpectedStatuses = { ...API_JOB_PARTICIPANTS, mill: 403 };
export const API_SIGNED_IN: ExpectedStatuses = { nobody: 401, else: 200 };
/** A company's own data, here the manager's: other companies get 404. */
export const API_MANAGER_ONLY: ExpectedStatuses = { nobody: 401, manager: 200, else: 404 };
/** Lists of the caller's company; a user without an active company gets 404. */
export const API_ANY_COMPANY: ExpectedStatuses = { nobody: 401, multi: 404, new: 404, super: 404, else: 200 };
/** Calls that require query parameters. */
export const API_QUERY_REQUIRED: ExpectedStatuses = { ...API_ANY_COMPANY, else: 422 };
/** Calls for public data that require query parameters. Any signed-in user may make these calls. */
export const API_PUBLIC_QUERY_REQUIRED: ExpectedStatuses = { nobody: 401, else: 422 };
/** Exports need a feature that only the manager's demo company has. */
export const EXPORT_PAGES: ExpectedStatuses = { ...ANY_COMPANY, manager: 200, else: 403 };
/** API addresses that don't support GET. */
export const GET_NOT_ALLOWED: ExpectedStatuses = { else: 405 };

/** A job's own pages. The mill, which receives the job's wood, sees only the job's number and dates and gets 403 here. */
export const JOB_WITHOUT_MILL: ExpectedStatuses = { ...JOB_PARTICIPANTS, mill: 403 };
/** Pages of the company that requested the job, here the manager's; other companies on the job get 403. */
export const REQUESTER_ONLY: ExpectedStatuses = {
  ...ANY_COMPANY,
  rival: 404,
  logger: 403,
  hauler: 403,
  owner: 403,
  mill: 403,
};
export const REQUESTER_NOT_FOUND: ExpectedStatuses = { ...REQUESTER_ONLY, manager: 404 };
/** Pages for companies that requested the job, cut its wood or skid it. */
export const REQUESTER_AND_LOGGER: ExpectedStatuses = { ...REQUESTER_ONLY, logger: 200 };
export const REQUESTER_AND_LOGGER_NOT_FOUND: ExpectedStatuses = {
  ...REQUESTER_ONLY,
  manager: 404,
  logger: 404,
};
/** Pages for accepting or declining an invitation. None of the demo companies has an open invitation. */
export const NO_OPEN_INVITATION: ExpectedStatuses = {
  ...ANY_COMPANY,
  rival: 404,
  mill: 404,
  manager: 422,
  logger: 422,
  hauler: 422,
  owner: 422,
};
/** Pages of setting up a job: only the manager's demo company has the feature. */
export const JOB_SETUP: ExpectedStatuses = {
  nobody: 302,
  multi: 302,
  new: 302,
  super: 302,
  manager: 200,
  else: 403,
};
export const JOB_SETUP_REDIRECT: ExpectedStatuses = { ...JOB_SETUP, manager: 302 };

/** Pages for super users; other users get 404. */
export const SUPER_USER_ONLY: ExpectedStatuses = { nobody: 302, super: 200, else: 404 };
/** Calls for super users; other users and API keys get 404. */
export const API_SUPER_USER_ONLY: ExpectedStatuses = { nobody: 401, super: 200, else: 404 };
