import type { CompanyRoles } from "~/features/companies/company-roles";
import type { CompanyPermissions } from "~/features/companies/crew-permissions";

export type ActingCompany = {
  id: number;
  name: string;
  logo_url: string | null;
  roles: CompanyRoles;
  is_professional: boolean;
  default_load_amount: number | null;
};

export type ActingUser = {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  is_super_user: boolean;
  default_company_id: number | null;
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
  /** IANA time zone in which this actor reads times. */
  zone: string;
};

export type CompanyActor = Actor & { company: ActingCompany };
