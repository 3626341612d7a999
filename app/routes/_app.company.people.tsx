import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/text/text";
import { listPeople } from "~/features/people/invites.server";
import { Avatar, Box } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

export async function loader(args: LoaderFunctionArgs) {
  return call(listPeople, await context(args), {});
}

export default function People() {
  const { people, invited, may_invite } = useLoaderData<typeof loader>();
  return (
    <Box title="People" full edit={may_invite ? { href: "/company/invite", label: "Invite" } : null}>
      <ul className="stack">
        {people.map((p) => (
          <li key={`${p.id}-${p.crew}`} className="person">
            <Avatar name={fullName(p)} />
            <span>
              {fullName(p)}
              <br />
              <span className="soft small">{p.is_admin ? "Is Admin" : p.crew}</span>
            </span>
          </li>
        ))}
        {invited.map((p) => (
          <li key={p.id} className="row between">
            <span className="person">
              <Avatar name={fullName(p)} />
              <span>
                {fullName(p)}
                <br />
                <span className="soft small">Invited, {p.email}</span>
              </span>
            </span>
            <form method="post" action="/company/invitations">
              <input type="hidden" name="invite_id" value={p.id} />
              <button type="submit" className="button">
                Withdraw<span className="sr"> the invitation of {fullName(p)}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </Box>
  );
}
