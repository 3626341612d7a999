import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findPeople } from "~/features/people/support.server";
import { PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "People · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 100);
  return { q, people: await call(findPeople, await userContext(args), { q }) };
}

export default function People() {
  const { q, people } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="People" lede="Let someone back in who is locked out." />
      <div className="narrow stack">
        <search>
          <form className="stack">
            <label htmlFor="q">Name, email or phone</label>{" "}
            <span className="search">
              <input className="input" id="q" name="q" type="search" defaultValue={q} maxLength={100} />
              <button type="submit" className="button primary">
                Find
              </button>
            </span>
          </form>
        </search>
        {people.length ? (
          <ul className="rows card">
            {people.map((p) => (
              <li key={p.id}>
                <span>
                  <a href={`/admin/people/${p.id}`}>{p.name}</a>
                  <br />
                  <span className="soft small">{[p.email, p.phone].filter(Boolean).join(" · ")}</span>
                </span>
              </li>
            ))}
          </ul>
        ) : q ? (
          <p>No one was found.</p>
        ) : null}
      </div>
    </>
  );
}
