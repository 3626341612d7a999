import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { describeDevice } from "~/modules/people/rules/device";
import { listPushDevices } from "../data/devices.server";
import { listPreferences, savePreferences } from "../data/preferences.server";
import type { EmailPreference } from "../rules/notices";
import "~/styles/notice-ways.css";
import { ActionForm } from "~/ui/action-form";
import { CheckField, SelectField } from "~/ui/field";
import { DetailBox } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";

export const meta: MetaFunction = () => [{ title: "Your notifications · Timbertally" }];

const WAYS: { value: EmailPreference; label: string }[] = [
  { value: "now", label: "At once" },
  { value: "daily", label: "In the morning" },
  { value: "no", label: "No mail" },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const [{ preferences }, devices] = await Promise.all([
    callProcedure(listPreferences, ctx, {}),
    callProcedure(listPushDevices, ctx, {}),
  ]);
  return {
    preferences,
    texts: getEnabledChannels().text,
    public_key: devices.public_key,
    devices: devices.push_subscriptions.map((d) => ({ id: d.id, name: describeDevice(d.user_agent) })),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(savePreferences, args, { to: () => "/profile/notifications?done=saved" });

/** Form for the channels by which the user is notified of each kind of news, and for the user's devices. */
export default function Preferences() {
  const { preferences, texts, public_key, devices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const pushes = public_key !== null;
  return (
    <div className="boxes">
      <DetailBox title="What you hear about">
        <p className="soft">
          The daily summary comes at 6 AM your time, and only if there's something you haven't read.
        </p>
        <ActionForm result={result} button="Save" back={{ href: "/profile", label: "Back to your profile" }}>
          {preferences.map((p, i) => {
            const field = (name: string) => ({
              id: `${name}-${p.notification_type_id}`,
              name: `preferences[${i}].${name}`,
            });
            return (
              <fieldset key={p.notification_type_id} className="way">
                <legend>{p.name}</legend>
                <input
                  type="hidden"
                  name={`preferences[${i}].notification_type_id`}
                  value={p.notification_type_id}
                />
                <CheckField field={field("in_app")} label="Tell me" checked={p.in_app} />
                <SelectField
                  field={{ ...field("mail"), defaultValue: p.mail }}
                  label="By mail"
                  options={WAYS}
                />
                {pushes ? <CheckField field={field("push")} label="On my devices" checked={p.push} /> : null}
                {texts ? <CheckField field={field("text")} label="By text message" checked={p.text} /> : null}
                {!pushes && p.push ? <input type="hidden" name={field("push").name} value="on" /> : null}
                {!texts && p.text ? <input type="hidden" name={field("text").name} value="on" /> : null}
              </fieldset>
            );
          })}
        </ActionForm>
      </DetailBox>
      {pushes ? <Devices publicKey={public_key} devices={devices} /> : null}
    </div>
  );
}

function Devices({ publicKey, devices }: { publicKey: string; devices: { id: number; name: string }[] }) {
  return (
    <DetailBox title="Devices that show them">
      {devices.length ? (
        <ul className="stack">
          {devices.map((d) => (
            <li key={d.id} className="row between">
              {d.name}
              <form method="post" action={`/profile/notifications/devices/${d.id}/removal`}>
                <button type="submit" className="button">
                  Remove<span className="sr"> {d.name}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">None yet.</p>
      )}
      <div data-push={publicKey}>
        <button type="button" className="button" hidden>
          Show them on this device
        </button>
        <p role="status" />
      </div>
      <p className="soft small">
        A device shows the title only, even while Timbertally is closed, and stops when you sign out on it. On
        an iPhone add Timbertally to the Home Screen first.
      </p>
    </DetailBox>
  );
}
