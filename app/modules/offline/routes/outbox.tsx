import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";

export const meta: MetaFunction = () => [{ title: "Not sent yet · Timbertally" }];

/** The page's data is stored only on the device; the server just checks that the user is signed in. */
export async function loader(args: LoaderFunctionArgs) {
  await createUserContext(args);
  return null;
}

/** Page of forms that this device stored while it had no signal; `app/client/offline/outbox.ts` lists them. */
export default function Outbox() {
  return (
    <div className="stack loose">
      <PageHead
        title="Not sent yet"
        lede="What you send without a signal stays on this device, and is sent automatically as soon as you have one. On an iPhone, Timbertally has to be open."
      />
      <div data-outbox="" className="stack">
        <noscript>
          <p>
            This browser doesn't run scripts, so nothing is kept on this device. What you've sent is saved. If
            a form couldn't be sent, go back to it and send it again.
          </p>
        </noscript>
      </div>
      <div className="field" data-take-in="" />
      <section className="card stack" aria-labelledby="home-screen">
        <h2 id="home-screen">On your phone's home screen</h2>
        <p>
          Put Timbertally on your phone's home screen. It opens without a signal, and the phone keeps what
          isn't sent.
        </p>
        <ul>
          <li>
            <strong>Android:</strong> open the browser's menu and press Install app, or Add to Home screen.
          </li>
          <li>
            <strong>iPhone:</strong> in Safari, press Share, then Add to Home Screen, and sign in there once.
            Sending needs the app open: open it where you have a signal and wait until nothing is left here.
            In Safari itself, an iPhone deletes what isn't sent after seven days without a visit.
          </li>
        </ul>
        <p className="soft" data-storage="" hidden />
      </section>
    </div>
  );
}
