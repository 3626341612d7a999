import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatFullName } from "~/lib/text/text";
import { DONE_MESSAGES } from "~/ui/done";
import { ButtonLink, DetailBox, Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listPeople } from "../data/people.server";
import { Crews, Employees, InvitedPeople, JoinRequests } from "../ui/people-lists";

/** Messages about the action on the previous page. */
const DONE: Record<string, string> = {
  added: "Employee added successfully",
  updated: "Employee updated successfully",
  unchanged: DONE_MESSAGES.unchanged,
  deleted: "Employee deleted successfully",
};
/** Maximum length of a list that has no search box. */
const FEW = 5;

export async function loader(args: LoaderFunctionArgs) {
  const people = await callProcedure(listPeople, await createContext(args), {});
  const search = new URL(args.request.url).searchParams;
  const q = (search.get("q") ?? "").slice(0, 100);
  const lowerCase = q.trim().toLowerCase();
  return {
    ...people,
    q,
    people: people.people.filter((p) => formatFullName(p).toLowerCase().includes(lowerCase)),
    searchable: people.people.length > FEW,
    done: DONE[search.get("done") ?? ""] ?? null,
  };
}

export default function CompanyPeoplePage() {
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
