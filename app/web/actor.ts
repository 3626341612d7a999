import type { CompanyRoles } from "~/domain/access/company-roles";
import type { CompanyPermissions } from "~/domain/access/crew-permissions";

export type ActingCompany = {
  id: number;
  name: string;
  logo_url: string | null;
  roles: CompanyRoles;
  is_professional: boolean;
  default_load_amount: number | null;
  /** Its admins sign in with a second factor. */
  asks_second_factor: boolean;
};

export type ActingUser = {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  avatar_url: string | null;
  is_super_user: boolean;
  default_company_id: number | null;
  /** The unit in which volumes are shown beside their own; null shows each in its own alone. */
  wood_unit_type_id: number | null;
};

/** Who acts, for which company, with which crew flags. Built from the session or an API key, never from a body. */
export type Actor = {
  /** Names the actor in the submission log: one person at one company, or one key. */
  key: string;
  user: ActingUser | null;
  /** An API key's name where no person acts. */
  keyName: string | null;
  company: ActingCompany | null;
  companies: { id: number; name: string; logo_url: string | null }[];
  permissions: CompanyPermissions;
  /** Closed to everything but the own profile until a second factor is set up. */
  lacks_second_factor?: true;
  /** IANA time zone in which this actor reads times. */
  zone: string;
};

export type CompanyActor = Actor & { company: ActingCompany };

/** What a row says of who made it: the person, or what acted by its name, for which company. */
export type Creator = {
  user: Pick<ActingUser, "id"> | null;
  keyName: string | null;
  company: Pick<ActingCompany, "id">;
};

/** Who made a row: the person, or the key by its name, for their company. */
export const creatorOf = (actor: Creator) => ({
  creator_user_id: actor.user?.id ?? null,
  creator_label: actor.user ? null : actor.keyName,
  creator_company_id: actor.company.id,
});

/** Whether the actor made a row: the same person, or a key of that name of the same company. */
export const isCreator = (
  actor: CompanyActor,
  row: { creator_user_id: number | null; creator_label: string | null; creator_company_id: number },
): boolean =>
  actor.user
    ? row.creator_user_id === actor.user.id
    : row.creator_user_id === null &&
      row.creator_label === actor.keyName &&
      row.creator_company_id === actor.company.id;
