import { calls as bulk } from "~/features/bulk/api.server";
import { calls as certifications } from "~/features/certifications/api.server";
import { calls as checks } from "~/features/checks/api.server";
import { calls as comments } from "~/features/comments/api.server";
import { calls as companies } from "~/features/companies/api.server";
import { calls as eudr } from "~/features/eudr/api.server";
import { calls as exports } from "~/features/exports/api.server";
import { calls as files } from "~/features/files/api.server";
import { calls as find } from "~/features/find/api.server";
import { calls as inventory } from "~/features/inventory/api.server";
import { calls as jobCompanies } from "~/features/job-companies/api.server";
import { calls as jobSetup } from "~/features/job-setup/api.server";
import { calls as jobs } from "~/features/jobs/api.server";
import { calls as maps } from "~/features/maps/api.server";
import { calls as mileage } from "~/features/mileage/api.server";
import { calls as people } from "~/features/people/api.server";
import { calls as photos } from "~/features/photos/api.server";
import { calls as places } from "~/features/places/api.server";
import { calls as plss } from "~/features/plss/api.server";
import { calls as rates } from "~/features/rates/api.server";
import { calls as reconcile } from "~/features/reconcile/api.server";
import { calls as reference } from "~/features/reference/api.server";
import { calls as roads } from "~/features/roads/api.server";
import { calls as sales } from "~/features/sales/api.server";
import { calls as tripTickets } from "~/features/trip-tickets/api.server";
import type { ApiCall, ApiCalls } from "~/web/rest-call";
import { tableOf } from "./table";

/** Every noun that programs can call; `calls.server.test.ts` finds the one that is missing. */
const NOUNS: ApiCalls[] = [
  tripTickets,
  comments,
  photos,
  bulk,
  reference,
  exports,
  reconcile,
  checks,
  certifications,
  companies,
  people,
  places,
  jobs,
  jobCompanies,
  files,
  inventory,
  rates,
  roads,
  jobSetup,
  sales,
  plss,
  mileage,
  maps,
  eudr,
  find,
];

/** All calls of the API by their address. It is served, described and tested from here; each call is said in its noun's folder. */
export const CALLS = tableOf<ApiCall>(NOUNS.flatMap((noun) => Object.entries(noun)));
