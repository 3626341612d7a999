import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { formatPhone } from "~/lib/text/phone";
import { formatInstant, formatZone } from "~/lib/time/time";
import { listOtherZones, US_ZONES } from "~/lib/time/us-zones";
import { getUnitName } from "~/lib/units/measures";
import type { loader as rootLoader } from "~/root";
import { DetailBox, Facts } from "~/ui/parts";
import { createUserContext, identifyCaller } from "~/web/context.server";
import { env } from "~/web/env.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { describeDevice } from "../rules/device";
import { EmailText } from "../shared/email-text";
import { AccountEvents } from "../shared/event-list";
import { changePassword, getProfile } from "../shared/profile.server";
import { PasswordBox, SessionsBox } from "../ui/profile-boxes";

export const meta: MetaFunction = () => [{ title: "Profile · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { session } = await identifyCaller(args);
  const profile = await callProcedure(getProfile, ctx, {});
  return data({
    email: profile.email,
    email_verified: profile.email_verified_at !== null,
    may_prove_phone:
      getEnabledChannels().text && profile.phone_number !== null && profile.phone_verified_at === null,
    events: profile.events,
    phone: profile.phone_number && formatPhone(profile.phone_number),
    avatar_url: profile.avatar_url,
    starts_with: ctx.actor.companies.find((c) => c.id === profile.default_company_id)?.name ?? null,
    unit: profile.wood_unit_type_id && `${getUnitName(profile.wood_unit_type_id)}, next to their own unit`,
    time_zone: profile.time_zone,
    zone: formatZone(ctx.actor.zone),
    zones: listOtherZones(),
    changed: new URL(args.request.url).searchParams.has("changed"),
    sessions: profile.sessions.map((s) => ({
      key: s.token_hash.slice(0, 24),
      here: s.token_hash === session?.token_hash,
      agent: describeDevice(s.user_agent),
      seen: { at: s.last_seen_at, text: formatInstant(s.last_seen_at, ctx.actor.zone, ctx.now) },
    })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, session } = await identifyCaller(args);
  return submit(changePassword, args, {
    // Somebody who finds an unattended phone is signed in but doesn't know the password.
    limits: () => [{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `password:${actor.user?.id ?? 0}` }],
    fixed: { keep: session?.token_hash },
    to: () => "/profile?changed",
  });
}

export default function Profile() {
  const p = useLoaderData<typeof loader>();
  const errors = useActionData<typeof action>()?.reply.error ?? {};
  const light = useRouteLoaderData<typeof rootLoader>("root")?.light;
  return (
    <div className="boxes">
      <DetailBox title="You" edit={{ href: "/profile/edit" }}>
        <Facts
          facts={[
            {
              term: "Email",
              value: (
                <>
                  <EmailText email={p.email} verified={p.email_verified} />{" "}
                  <a href="/profile/email">{p.email ? "Change email" : "Add an email"}</a>
                </>
              ),
            },
            {
              term: "Phone",
              value: p.may_prove_phone ? (
                <>
                  {p.phone} <a href="/profile/phone">Verify</a>
                </>
              ) : (
                p.phone
              ),
            },
            { term: "Sign-in", value: <a href="/profile/second-factor">Second factor</a> },
            { term: "Leaving", value: <a href="/profile/closing">Close your account</a> },
            { term: "Notifications", value: <a href="/profile/notifications">Choose what you hear about</a> },
            { term: "This device", value: <a href="/outbox">What isn't sent yet</a> },
            { term: "Starts with", value: p.starts_with },
            { term: "Volumes in", value: p.unit ?? "their own unit" },
            {
              term: "Picture",
              value: <a href="/profile/avatar">{p.avatar_url ? "Change" : "Add a picture"}</a>,
            },
          ]}
        />
        {p.email && !p.email_verified ? (
          <form method="post" action="/profile/email-check">
            <button type="submit" className="button">
              Send a link to verify your email
            </button>
          </form>
        ) : null}
        <form method="post" action="/profile/time-zone" className="stack">
          <div className="field">
            <label htmlFor="time_zone">Time zone</label>
            <select className="input" id="time_zone" name="time_zone" defaultValue={p.time_zone ?? ""}>
              <option value="">Use the browser's</option>
              <optgroup label="United States">
                {US_ZONES.map(([zone, label]) => (
                  <option key={zone} value={zone}>
                    {label}
                  </option>
                ))}
              </optgroup>
              <optgroup label="Others">
                {p.zones.map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </optgroup>
            </select>
            <span className="hint">Times are shown in {p.zone}.</span>
          </div>
          <div>
            <button type="submit" className="button">
              Save time zone
            </button>
          </div>
        </form>
      </DetailBox>
      <DetailBox title="Light pages">
        <p>The same pages without scripts: a few kilobytes each, for one bar of signal.</p>
        <form method="post" action="/profile/light-pages">
          <input type="hidden" name="light" value={light ? "0" : "1"} />
          <button type="submit" className="button">
            {light ? "Turn light pages off" : "Turn light pages on"}
          </button>
        </form>
      </DetailBox>
      <PasswordBox errors={errors} changed={p.changed} />
      <SessionsBox sessions={p.sessions} />
      <AccountEvents events={p.events} />
    </div>
  );
}
