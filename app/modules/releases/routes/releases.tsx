import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead, Time } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { log } from "~/web/log.server";
import { listReleases, markReleasesSeen } from "../data/releases.server";

export const meta: MetaFunction = () => [{ title: "What's new · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { releases, unseen } = await callProcedure(listReleases, ctx, {});
  // A prefetch doesn't mark the notes as read, because nobody has seen the page yet. An error in marking must not break
  // the page.
  if (unseen && !args.request.headers.get("Sec-Purpose")?.includes("prefetch"))
    await callProcedure(markReleasesSeen, ctx, {}).catch((error: unknown) =>
      log.warn({ err: error }, "what was read of what's new could not be noted"),
    );
  return { releases };
}

/** Release notes page; notes new to the reader are marked. */
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
