import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { company, job, plssMeridian, usCounty, usState } from "#db/schema";
import { jobParty } from "#db/views";
import { formatLand } from "~/lib/land-description/plss";
import { spellDigits } from "~/lib/text/text";
import { readJobDestinations } from "~/modules/jobs/shared/destinations.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import { formatCompanyProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { buildSheetQrUrl, drawQr } from "~/modules/trip-tickets/shared/qr.server";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { getBook } from "../shared/sheets.server";

/** Maximum number of products printed on a sheet; others are written in. */
const MAX_PRODUCTS = 8;
const MAX_PLACES = 5;

/** Return a book's unused sheets for printing; each QR code opens the form that claims the sheet's numbers. */
export const getBookPaper = procedure({
  name: "getBookPaper",
  may: "trip_ticket.read",
  input: z.strictObject({ job_id: z.number().int(), book_id: z.number().int() }),
  async run(ctx, input) {
    const book = await getBook.run(ctx, input);
    const waiting = book.sheets.filter((sheet) => sheet.trip_ticket_id === null && !sheet.voided);
    const [row] = await ctx.read
      .select({
        job,
        company: company.name,
        county: usCounty.name,
        stusps: usState.stusps,
        meridian: plssMeridian.name,
      })
      .from(job)
      .innerJoin(company, eq(company.id, job.request_user_company_id))
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .leftJoin(plssMeridian, eq(plssMeridian.code, job.plss_meridian_code))
      .where(eq(job.id, input.job_id));
    if (!row) throw notFound();
    const owners = await ctx.read
      .select({ name: company.name })
      .from(jobParty)
      .innerJoin(company, eq(company.id, jobParty.company_id))
      .where(and(eq(jobParty.job_id, input.job_id), eq(jobParty.is_land_owner, true)));
    // Print only products and destinations that the user may read on the job's own pages.
    const { job_product, job_destination } = ctx.actor.permissions;
    const [products, destinations] = await Promise.all([
      job_product.read ? readJobProducts(ctx, input.job_id) : [],
      job_destination.read ? readJobDestinations(ctx, input.job_id) : [],
    ]);
    return {
      job: {
        id: row.job.id,
        name: row.job.name,
        company: row.company,
        contract_number: row.job.contract_number,
        harvest_notification_number: row.job.harvest_notification_number,
        log_brand: row.job.log_brand,
        county: `${row.county}, ${row.stusps}`,
        land: formatLand({ ...row.job, meridian: row.meridian }),
        products: products.slice(0, MAX_PRODUCTS).map(formatCompanyProduct),
        destinations: destinations.slice(0, MAX_PLACES).map(({ name }) => name),
        land_owner: owners.map((o) => o.name).join(", ") || null,
      },
      sheets: waiting.map((sheet) => ({
        id: sheet.id,
        trip_ticket_number: sheet.trip_ticket_number,
        load_number: sheet.load_number,
        qr: drawQr(buildSheetQrUrl(sheet.id)),
        in_words: spellDigits(sheet.trip_ticket_number),
      })),
    };
  },
});
