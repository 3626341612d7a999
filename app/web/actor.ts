import type { CompanyRoles } from "~/lib/access/company-roles";
import type { CompanyPermissions } from "~/lib/access/crew-permissions";

export type ActingCompany = {
  id: number;
  name: string;
  logo_url: string | null;
  roles: CompanyRoles;
  is_professional: boolean;
  default_load_amount: number | null;
  /** True if its admins sign in with a second factor. */
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
  /** Second unit in which volumes are shown next to their own; null shows each only in its own. */
  wood_unit_type_id: number | null;
};

/** The acting user or key, the company, and the crew flags. Built from the session or an API key, never from a body. */
export type Actor = {
  /** Identifies the actor in the submission log: one user at one company, or one key. */
  key: string;
  user: ActingUser | null;
  /** Name of the API key if no user acts. */
  keyName: string | null;
  company: ActingCompany | null;
  companies: { id: number; name: string; logo_url: string | null }[];
  permissions: CompanyPermissions;
  /** True if limited to the user's own profile until a second factor is set up. */
  lacks_second_factor?: true;
  /** IANA time zone in which this actor reads times. */
  zone: string;
};

export type CompanyActor = Actor & { company: ActingCompany };

/** Creator of a row: the user or the named key, and the company. */
export type Creator = {
  user: Pick<ActingUser, "id"> | null;
  keyName: string | null;
  company: Pick<ActingCompany, "id">;
};

/** Creator columns of a row: the user, or the key by its name, for their company. */
export const toCreator = (actor: Creator) => ({
  creator_user_id: actor.user?.id ?? null,
  creator_label: actor.user ? null : actor.keyName,
  creator_company_id: actor.company.id,
});

/** Check whether the actor created a row: the same user, or a key of that name of the same company. */
export const isCreator = (
  actor: CompanyActor,
  row: { creator_user_id: number | null; creator_label: string | null; creator_company_id: number },
): boolean =>
  actor.user
    ? row.creator_user_id === actor.user.id
    : row.creator_user_id === null &&
      row.creator_label === actor.keyName &&
      row.creator_company_id === actor.company.id;
