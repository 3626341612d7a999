import { redirect } from "@remix-run/node";
import { paths } from "~/web/paths";

/** What the crumbs of the pages below lead to. */
export const loader = () => redirect(`${paths.certifications}#requests`);
