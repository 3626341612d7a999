import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PRODUCT_NAME } from "~/ui/logo";
import { Avatar, EmptyState, PageHead } from "~/ui/parts";
import { createUserContext, getSafeNext, identifyCaller } from "~/web/context.server";
import { submit } from "~/web/form-action.server";
import { switchCompany } from "../shared/company.server";
import { StartOrJoinCompany } from "../shared/no-company";

export const meta: MetaFunction = () => [{ title: "Companies · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await createUserContext(args);
  return {
    companies: actor.companies,
    active: actor.company?.id ?? null,
    first: actor.user?.default_company_id ?? null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await identifyCaller(args);
  // Forms post to the page's current URL, whose `next` parameter may contain the page the user was going to.
  const next = new URL(args.request.url).searchParams.get("next");
  const to = () => (next === null ? "/company" : getSafeNext(next));
  return submit(switchCompany, args, { fixed: { session: session?.token_hash }, to });
}

export default function Companies() {
  const { companies, active, first } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Companies"
        lede={companies.length > 1 ? "Choose the company you're working for now." : undefined}
      />
      {companies.length === 0 ? (
        <EmptyState title={`You are not currently associated with any companies in ${PRODUCT_NAME}`}>
          <StartOrJoinCompany />
        </EmptyState>
      ) : (
        <ul className="boxes">
          {companies.map((c) => (
            <li key={c.id} className="card">
              <span className="person">
                <Avatar name={c.name} src={c.logo_url} square />
                <strong>{c.name}</strong>
              </span>
              <form method="post" className="stack">
                <input type="hidden" name="company_id" value={c.id} />
                <input type="hidden" name="says_default" value="on" />
                <label className="check">
                  <input type="checkbox" name="is_default" defaultChecked={first === c.id} /> Start with this
                  company when I sign in
                </label>
                <button type="submit" className={active === c.id ? "button" : "button primary"}>
                  {active === c.id ? "Continue with" : "Work for"} {c.name}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
