import { redirect } from "@remix-run/node";
import { paths } from "~/web/paths";

/** Redirect the breadcrumb link of the group pages to the section of the Certifications page. */
export const loader = () => redirect(`${paths.certifications}#groups`);
