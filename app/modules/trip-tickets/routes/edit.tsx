import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";

/** Redirect the breadcrumb "Edit" to the ticket, where each box has its own edit link. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.ticket(parseId(params.ticketId)));
