import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";

export const meta: MetaFunction = () => [{ title: "Not sent yet · Timbertally" }];

/** What the page shows is on the device alone; the server only sees to it that somebody is signed in. */
export async function loader(args: LoaderFunctionArgs) {
  await userContext(args);
  return null;
}

/** What this device has kept without a signal; `app/behaviors/offline/outbox.ts` lists it. */
export default function Outbox() {
  return (
    <>
      <PageHead
        title="Not sent yet"
        lede="What you send without a signal stays on this device, and goes out by itself as soon as there is one. On an iPhone, Timbertally has to be open for that."
      />
      <div data-outbox="" className="stack">
        <noscript>
          <p>
            This browser runs without scripts, so nothing is kept on this device. What you have sent is saved;
            if a form could not be sent, go back to it and send it again.
          </p>
        </noscript>
      </div>
    </>
  );
}
