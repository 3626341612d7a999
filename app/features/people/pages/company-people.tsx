import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/text/text";
import { listPeople } from "~/features/people/people.server";
import { Crews, Employees, InvitedPeople, JoinRequests } from "~/features/people/people-lists";
import { ButtonLink, DetailBox, Notice } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

/** What was done on the page before, in the specifications' words. */
const DONE: Record<string, string> = {
  added: "Employee added successfully",
  updated: "Employee updated successfully",
  deleted: "Employee deleted successfully",
};
/** A list of more than these gets a search box. */
const FEW = 5;

export async function loader(args: LoaderFunctionArgs) {
  const found = await call(listPeople, await context(args), {});
  const search = new URL(args.request.url).searchParams;
  const q = (search.get("q") ?? "").slice(0, 100);
  const wanted = q.trim().toLowerCase();
  return {
    ...found,
    q,
    people: found.people.filter((p) => fullName(p).toLowerCase().includes(wanted)),
    searchable: found.people.length > FEW,
    done: DONE[search.get("done") ?? ""] ?? null,
  };
}

export default function People() {
  const page = useLoaderData<typeof loader>();
  const { people, crews, invited, requests, q, searchable, done } = page;
  return (
    <div className="stack">
      {done ? (
        <Notice>
          <p>{done}</p>
        </Notice>
      ) : null}
      <JoinRequests requests={requests} />
      <DetailBox title="People" full>
        {page.may_invite ? (
          <p className="row">
            {page.may_add ? (
              <ButtonLink href="/company/people/new" tone="primary">
                Add Employee
              </ButtonLink>
            ) : null}{" "}
            <a href="/company/invite">Invite someone with an account</a>
          </p>
        ) : null}
        {searchable ? (
          <search>
            <form className="search">
              <label className="sr" htmlFor="q">
                Name
              </label>
              <input className="input" id="q" name="q" type="search" defaultValue={q} maxLength={100} />
              <button type="submit" className="button">
                Find
              </button>
            </form>
          </search>
        ) : null}
        {people.length ? (
          <Employees people={people} />
        ) : (
          <p>
            No name matches. <a href="/company/people">Show everyone</a>
          </p>
        )}
      </DetailBox>
      {page.may_read_crews ? <Crews crews={crews} mayAdd={page.may_add_crew} /> : null}
      <InvitedPeople invited={invited} />
    </div>
  );
}
