import "~/styles/front.css";
import type { ReactNode } from "react";
import { LogoMark, PRODUCT_NAME, Treeline } from "~/ui/logo";
import { ButtonLink } from "~/ui/parts";
import { buildDemoEmail, DEMO_PASSWORD, type DEMO_ROLES } from "../rules/demo";
import { LandPicture, PhonePicture, ScalePicture } from "./front-pictures";

/** Front page at / for visitors who aren't signed in: a description, three pictures, and links to sign in. */
export function FrontPage({ demo }: { demo: (typeof DEMO_ROLES)[number][] }) {
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div className="front">
        <header className="row between">
          <span className="mark">
            <LogoMark /> {PRODUCT_NAME}
          </span>{" "}
          <nav aria-label="Account" className="row">
            <a href="/signup">Create an account</a> <ButtonLink href="/login">Sign in</ButtonLink>
          </nav>
        </header>
        <main id="content" className="stack">
          <div className="pitch">
            <h1>Every load accounted for</h1>
            <p className="lede">
              Trip tickets for timber, from the landing to the scale house. One record for the land manager,
              the logger, the hauler and the mill, and each sees their own part.
            </p>
            <div className="row">
              <ButtonLink href="/login" tone="primary">
                Sign in
              </ButtonLink>
              {demo.length ? <ButtonLink href="#demo">Try the demo</ButtonLink> : null}
            </div>
          </div>
          <ul className="scenes">
            <Scene title="In the truck" picture={<PhonePicture />}>
              Claim, pick up, drop off: one button at a time. With no signal, what you typed stays on the
              phone.
            </Scene>
            <Scene title="On the land" picture={<LandPicture />}>
              Sections, harvest areas, roads and the landing on one map, with the sorts and where each one
              goes.
            </Scene>
            <Scene title="At the scale" picture={<ScalePicture />}>
              Load number, gross, tare, Enter. The mill's statement is checked against your loads line by
              line.
            </Scene>
          </ul>
          {demo.length ? <Demo roles={demo} /> : null}
          <p className="soft">Works on any phone or computer, on paper, and with no signal at the landing.</p>
        </main>
      </div>
      <Treeline />
    </>
  );
}

function Scene({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <li>
      {picture}
      <h2>{title}</h2>
      <p>{children}</p>
    </li>
  );
}

/** One-click sign-in for each role of the demo. */
function Demo({ roles }: { roles: (typeof DEMO_ROLES)[number][] }) {
  return (
    <section id="demo" className="stack">
      <h2>Try the demo</h2>
      <p>A made-up harvest in Michigan. Pick whose day you want to see; nothing you do there is real.</p>
      <ul className="roles">
        {roles.map(({ who, label, does }) => (
          <li key={who} className="card">
            <form method="post" action="/login">
              <input type="hidden" name="login" value={buildDemoEmail(who)} />
              <input type="hidden" name="password" value={DEMO_PASSWORD} />
              <button type="submit" className="button primary">
                {label}
              </button>
            </form>
            <p className="soft">{does}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
