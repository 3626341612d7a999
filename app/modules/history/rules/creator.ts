/** Row's creator, from a query that joins the user and the company (either may be missing). */
type Made = {
  creator_user_id: number | null;
  first_name: string | null;
  last_name: string | null;
  creator_label: string | null;
  creator_company_id: number | null;
  company: string | null;
};

/** Format a row's creator for the API: a user, or an API key by its name; and the company. */
export const formatCreator = (row: Made) => ({
  creator_user:
    row.creator_user_id === null
      ? null
      : { id: row.creator_user_id, first_name: row.first_name, last_name: row.last_name },
  creator_key: row.creator_label,
  creator_company: row.creator_company_id === null ? null : { id: row.creator_company_id, name: row.company },
});
