import type { CompanyRoles } from "~/lib/access/company-roles";
import type { CompanyPermissions } from "~/lib/access/crew-permissions";

export type ActingCompany = {
  id: number;
  name: string;
  logo_url: string | null;
  roles: CompanyRoles;
  is_professional: boolean;
  default_load_amount: number | null;
  /** True if the company's admins must sign in with a second factor. */
  requires_second_factor: boolean;
};

export type ActingUser = {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  avatar_url: string | null;
  is_super_user: boolean;
  default_company_id: number | null;
  /** Unit in which volumes are shown in addition to the unit they were recorded in; null to show only the recorded unit. */
  wood_unit_type_id: number | null;
};

/**
 * The user or API key that makes a request, with its company and permission flags. Created from the session or the API
 * key, never from the request's body.
 */
export type Actor = {
  /** Id of the actor in the submission log: a user at one company, or an API key. */
  key: string;
  user: ActingUser | null;
  /** Name of the API key if the actor isn't a user. */
  keyName: string | null;
  company: ActingCompany | null;
  companies: { id: number; name: string; logo_url: string | null }[];
  permissions: CompanyPermissions;
  /** True if limited to the user's own profile until the user sets up a second factor. */
  lacks_second_factor?: true;
  /** IANA time zone for displaying times to this actor. */
  zone: string;
};

export type CompanyActor = Actor & { company: ActingCompany };

/** Creator of a row: the user or the name of the API key, and the company. */
export type Creator = {
  user: Pick<ActingUser, "id"> | null;
  keyName: string | null;
  company: Pick<ActingCompany, "id">;
};

/** Return a row's creator columns: the user, or else the API key's name, and the company. */
export const toCreator = (actor: Creator) => ({
  creator_user_id: actor.user?.id ?? null,
  creator_label: actor.user ? null : actor.keyName,
  creator_company_id: actor.company.id,
});

/** Check whether the actor created a row: it has the same user, or the same key name and company. */
export const isCreator = (
  actor: CompanyActor,
  row: { creator_user_id: number | null; creator_label: string | null; creator_company_id: number },
): boolean =>
  actor.user
    ? row.creator_user_id === actor.user.id
    : row.creator_user_id === null &&
      row.creator_label === actor.keyName &&
      row.creator_company_id === actor.company.id;
