import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listReleases, markReleasesSeen } from "~/features/releases/releases.server";
import { PageHead, Time } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { log } from "~/web/log.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "What's new · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const { releases, unseen } = await call(listReleases, ctx, {});
  // A browser that fetches ahead hasn't shown it to anyone. A page that is read doesn't fail over a mark.
  if (unseen && !args.request.headers.get("Sec-Purpose")?.includes("prefetch"))
    await call(markReleasesSeen, ctx, {}).catch((error: unknown) =>
      log.warn({ err: error }, "what was read of what's new could not be noted"),
    );
  return { releases };
}

/** What each release brought; what the reader has not seen before is marked. */
export default function Releases() {
  const { releases } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="What's new" />
      <div className="stack loose narrow">
        {releases.map((release) => (
          <section key={release.id} className="stack">
            <h2>
              Version {release.version} {release.is_new ? <span className="tag">New</span> : null}{" "}
              <span className="soft small">
                <Time {...release.released} />
              </span>
            </h2>
            {release.notes.map((note) => (
              <div key={note.id}>
                <h3>{note.title}</h3>
                <p className="said">{note.description}</p>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
