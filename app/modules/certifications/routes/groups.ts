import { redirect } from "@remix-run/node";
import { paths } from "~/web/paths";

/** Target of the breadcrumbs of the pages below. */
export const loader = () => redirect(`${paths.certifications}#groups`);
