import "~/styles/bulk.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { SelectField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { readLastListHref } from "~/web/last-list.server";
import { paths } from "~/web/paths";
import { LIST_COLUMNS } from "../list/rules/list-columns";
import { ColumnStorageMirror } from "../list/ui/list-search";
import { getColumns, saveColumns } from "../shared/list-columns.server";

export const meta: MetaFunction = () => [{ title: "Columns · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return { columns: await callProcedure(getColumns, await createContext(args), {}) };
}

export async function action(args: ActionFunctionArgs) {
  const list = await readLastListHref("tickets", args);
  return submit(saveColumns, args, { to: ({ moved }) => (moved ? `${paths.columns}#${moved}` : list) });
}

const labelOf = (key: string) => LIST_COLUMNS.find((c) => c.key === key)?.label ?? key;

export default function TicketColumnsPage() {
  const { columns } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = result?.reply.initialValue ?? {};
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: typeof typed[name] === "string" ? typed[name] : "",
    errors: errors[name] ?? undefined,
  });
  const ticked: unknown[] = result ? [typed.visible ?? []].flat() : columns.visible;
  const others = Object.entries(errors).filter(([name]) => name !== "moving" && name !== "to");
  const options = columns.order.map((key) => ({ value: key, label: labelOf(key) }));
  const places = options.map(({ label }, i) => ({ value: i + 1, label: `${i + 1}, now ${label}` }));
  return (
    <div className="narrow">
      <PageHead
        title="Columns"
        lede="Choose the columns of the trip ticket list and their order. Number and id are always shown."
      />
      <ActionForm
        formErrors={others.flatMap(([, messages]) => messages ?? [])}
        fields={["moving", "to"].map(field)}
        button={null}
      >
        <input type="hidden" name="order" value={columns.order.join(",")} />
        <div className="row">
          <SelectField field={field("moving")} label="Move" options={options} empty="Choose a column" />
          <SelectField field={field("to")} label="To place" options={places} empty="Choose a place" />
          <button type="submit" className="button" name="place" value="yes">
            Move
          </button>
        </div>
        <ol className="lines columns">
          {columns.order.map((key, i) => {
            const label = labelOf(key);
            return (
              <li key={key} id={key} className="row between">
                <label className="check">
                  <input type="checkbox" name="visible" value={key} defaultChecked={ticked.includes(key)} />
                  <span>{label}</span>
                </label>{" "}
                <span className="row">
                  <button
                    type="submit"
                    className="button quiet"
                    name="move"
                    value={`${key}:up`}
                    disabled={i === 0}
                  >
                    Up<span className="sr"> {label}</span>
                  </button>
                  <button
                    type="submit"
                    className="button quiet"
                    name="move"
                    value={`${key}:down`}
                    disabled={i === columns.order.length - 1}
                  >
                    Down<span className="sr"> {label}</span>
                  </button>
                </span>
              </li>
            );
          })}
        </ol>
        <div className="bulkbar">
          <button type="submit" className="button primary">
            Save columns
          </button>
          <button type="submit" className="button quiet" name="reset" value="yes">
            Reset to default
          </button>
          <LastListLink to={paths.tickets}>Back to the list</LastListLink>
        </div>
      </ActionForm>
      <ColumnStorageMirror columns={columns} />
    </div>
  );
}
