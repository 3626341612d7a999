import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getJobRates } from "../data/rates.server";
import { RateLists } from "../shared/rate-lists";

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getJobRates, await createContext(args), { id: parseId(args.params.jobId) });
}

export default function Rates() {
  const { id, all, rights, product_rates, haul_rates } = useLoaderData<typeof loader>();
  return (
    <DetailBox title={all ? "Rates" : "Your rates"} full>
      <p className="soft">
        {all
          ? "Only the payer, the payee and your company see each rate."
          : "What your company pays or is paid on this job."}
      </p>
      <RateLists
        product={product_rates}
        haul={haul_rates}
        editHref={rights.edit_rate ? (kind, rate) => paths.job(id, `${kind}-rates/${rate}`) : undefined}
      />
      {rights.add_rate ? (
        <div className="row">
          <ButtonLink href={paths.job(id, "product-rates/new")}>Add product rate</ButtonLink>
          <ButtonLink href={paths.job(id, "haul-rates/new")}>Add haul rate</ButtonLink>
        </div>
      ) : null}
    </DetailBox>
  );
}
