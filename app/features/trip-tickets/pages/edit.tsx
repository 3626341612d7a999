import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { paths } from "~/web/paths";
import { idOf } from "~/web/respond.server";

/** The crumb "Edit" leads back to the ticket, where each box has its own edit link. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.ticket(idOf(params.ticketId)));
