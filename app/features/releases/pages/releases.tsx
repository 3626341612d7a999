import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listReleases } from "~/features/releases/releases.server";
import { PageHead, Time } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "What's new · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return { releases: await call(listReleases, await userContext(args), {}) };
}

export default function Releases() {
  const { releases } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="What's new" />
      <div className="stack loose narrow">
        {releases.map((release) => (
          <section key={release.id} className="stack">
            <h2>
              Version {release.version}{" "}
              <span className="soft small">
                <Time {...release.released} />
              </span>
            </h2>
            {release.notes.map((note) => (
              <div key={note.id}>
                <h3>{note.title}</h3>
                <p>{note.description}</p>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
