import type { CompanyPermissions } from "~/lib/access/crew-permissions";

/**
 * Relation of a company to a job (docs/domain.md#who-sees-a-job). A company that is neither on the job nor its
 * requester receives the job's wood.
 */
export type JobRelation = {
  requester: boolean;
  /** True if the company is on the job, in any role, and has not declined. */
  on: boolean;
  /** True for the requester, or a company that has accepted. */
  accepted: boolean;
  pending: boolean;
  land_manager: boolean;
  cutter: boolean;
  skidder: boolean;
  hauler: boolean;
  land_owner: boolean;
};

export type JobCompanyEntry = {
  company_id: number;
  is_land_owner: boolean;
  is_land_manager: boolean;
  is_cutter: boolean;
  is_skidder: boolean;
  is_hauler: boolean;
  accepted_at: string | null;
};

/** Determine a company's relation to a job from the companies on the job. */
export function getJobRelation(
  requester: number,
  places: readonly JobCompanyEntry[],
  me: number,
): JobRelation {
  const mine = places.find((p) => p.company_id === me);
  const isRequester = requester === me;
  const accepted = isRequester || Boolean(mine?.accepted_at);
  return {
    requester: isRequester,
    on: isRequester || mine !== undefined,
    accepted,
    pending: mine !== undefined && !accepted,
    land_manager: accepted && Boolean(mine?.is_land_manager),
    cutter: accepted && Boolean(mine?.is_cutter),
    skidder: accepted && Boolean(mine?.is_skidder),
    hauler: accepted && Boolean(mine?.is_hauler),
    land_owner: accepted && Boolean(mine?.is_land_owner),
  };
}

/**
 * Return the acting user's rights on a job, from their company's relation to it and their crew's flags. The requester
 * and the land manager run the job. Only the requester may change contracts and rates, because no other company may
 * read all of them.
 */
export function getJobRights(s: JobRelation, may: CompanyPermissions) {
  const office = s.requester || s.land_manager;
  const woods = office || s.cutter || s.skidder;
  return {
    edit: office && may.job.update,
    delete: s.requester && may.job.delete,
    see_map: s.on,
    see_companies: s.accepted && may.job_company.read,
    /** Own contract, visible from the invitation on, because the company is asked to accept it. */
    see_own_contract: s.on && may.job_company.read,
    /** View the land owner without an account: for the companies that run the job, and for the owner's own company. */
    see_owner: (office || s.land_owner) && may.job_company.read,
    change_owner: (office || s.land_owner) && may.job_company.read && may.job_company.update,
    /** Proof that a report was delivered, and its start date: only for the party that owes the report. */
    report_to_owner: office && may.job_company.read && may.job_company.update,
    add_company: office && may.job_company.create,
    remove_company: office && may.job_company.delete,
    contracts: s.requester && may.job_company.update,
    answer: s.on && !s.requester && may.job_company.update,
    see_destinations: s.on && may.job_destination.read,
    add_destination: office && may.job_destination.create,
    edit_destination: office && may.job_destination.update,
    remove_destination: office && may.job_destination.delete,
    see_products: s.on && may.job_product.read,
    add_product: office && may.job_product.create,
    delete_product: office && may.job_product.delete,
    see_rates: s.on && may.job_rate.read,
    add_rate: s.requester && may.job_rate.create,
    edit_rate: s.requester && may.job_rate.update,
    delete_rate: s.requester && may.job_rate.delete,
    see_inventory: s.accepted && may.landing_inventory.read,
    add_inventory: woods && may.landing_inventory.read && may.landing_inventory.create,
    edit_inventory: woods && may.landing_inventory.update,
    delete_inventory: woods && may.landing_inventory.delete,
    reassign: office && may.trip_ticket.update,
    see_roads: s.accepted && may.road.read,
    add_road: woods && may.road.create,
    edit_road: woods && may.road.update,
    delete_road: woods && may.road.delete,
    see_tickets: s.accepted && may.trip_ticket.read,
    add_ticket: (office || s.cutter || s.skidder || s.hauler) && may.trip_ticket.create,
    see_comments: s.accepted && may.comment.read,
    add_comment: s.accepted && may.comment.create,
    see_files: s.accepted && may.file.read,
    add_file: s.accepted && may.file.create,
    see_photos: s.accepted && may.photo.read,
    add_photo: s.accepted && may.photo.create,
    see_history: s.accepted,
    /** Edit anyone's notes on the job; other companies may edit only their own notes. */
    office,
  };
}
export type JobRights = ReturnType<typeof getJobRights>;
