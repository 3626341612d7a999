import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Avatar, DetailBox, Facts, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getPerson } from "../data/people-seen.server";
import { RightsBox } from "../shared/rights-box";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Person"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const person = await callProcedure(getPerson, ctx, { id: parseId(args.params.userId) });
  return {
    ...person,
    name: formatFullName(person),
    phone: person.phone_number && formatPhone(person.phone_number),
    isMe: person.id === ctx.actor.user?.id,
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/users/:userId": (data) => data.name });

/** Person's page, as shown to colleagues. */
export default function PersonPage() {
  const { name, first_name, avatar_url, email, phone_number, phone, crews, rights, isMe } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={
          <span className="person">
            <Avatar name={name} src={avatar_url} /> {name}
          </span>
        }
        lede={isMe ? <a href="/profile">This is you. Edit your profile</a> : undefined}
      />
      <div className="boxes">
        <DetailBox title="Reach">
          <Facts
            facts={[
              { term: "Phone", value: phone && <a href={`tel:${phone_number}`}>{phone}</a> },
              { term: "Email", value: email && <a href={`mailto:${email}`}>{email}</a> },
            ]}
          />
        </DetailBox>
        <DetailBox title="Crews">
          <ul>
            {crews.map((c) => (
              <li key={`${c.company} ${c.crew}`}>
                {[c.crew, c.company].filter(Boolean).join(", ")}
                {c.is_admin ? <span className="tag"> Is Admin</span> : null}
              </li>
            ))}
          </ul>
        </DetailBox>
        {rights ? <RightsBox rights={rights} who={first_name} /> : null}
      </div>
    </>
  );
}
