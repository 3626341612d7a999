/** Row's creator, from a query that joins the user and the company (either may be missing). */
type Made = {
  creator_user_id: number | null;
  first_name: string | null;
  last_name: string | null;
  creator_label: string | null;
  creator_company_id: number | null;
  company: string | null;
};

/** Return the name of a row's creator: the person, or the API key. */
export const formatCreatorName = (row: Pick<Made, "first_name" | "last_name" | "creator_label">) =>
  row.creator_label ?? [row.first_name, row.last_name].filter(Boolean).join(" ");

/** Format a row's creator for the API: a user, or an API key by its name; and the company. */
export const formatCreator = (row: Made) => ({
  creator_user:
    row.creator_user_id === null
      ? null
      : { id: row.creator_user_id, first_name: row.first_name, last_name: row.last_name },
  creator_key: row.creator_label,
  creator_company: row.creator_company_id === null ? null : { id: row.creator_company_id, name: row.company },
});
