import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getJobRoads } from "../data/roads.server";

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getJobRoads, await createContext(args), { id: parseId(args.params.jobId) });
}

export default function Roads() {
  const { id, roads, may_add } = useLoaderData<typeof loader>();
  return (
    <DetailBox title="Roads" full>
      {roads.length ? (
        <ul className="rows">
          {roads.map((r) => (
            <li key={r.id}>
              <span>
                <strong>{r.name ?? r.type}</strong> {r.name ? <span className="tag">{r.type}</span> : null}{" "}
                {r.notes ? <span className="soft small block">{r.notes}</span> : null}
              </span>{" "}
              <span className="row">
                {r.miles ? <span className="num">{r.miles}</span> : <span className="soft">Not drawn</span>}{" "}
                {r.may_edit ? (
                  <a href={paths.job(id, `roads/${r.id}`)}>
                    Edit<span className="sr"> {r.name ?? r.type}</span>
                  </a>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No roads yet.</p>
      )}
      {may_add ? (
        <div className="row">
          <ButtonLink href={paths.job(id, "roads/new")}>Add road</ButtonLink>
        </div>
      ) : null}
    </DetailBox>
  );
}
