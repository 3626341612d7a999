import { useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "~/root";
import { Icon } from "~/ui/icon";
import { PageHead } from "~/ui/parts";
import { Badge, CompanySwitcher, removeLiveCounts, SignOutForm } from "~/ui/shell";
import type { loader as shellLoader } from "./frame";

/** Phone page of menu links that don't fit in the bottom bar. */
export default function More() {
  const shell = useRouteLoaderData<typeof shellLoader>("app");
  const light = useRouteLoaderData<typeof rootLoader>("root")?.light ?? true;
  if (!shell) return null;
  return (
    <>
      <PageHead title="More" />
      <div className="stack more narrow">
        {shell.company ? (
          <CompanySwitcher
            company={shell.company}
            companies={shell.companies}
            subscription={shell.subscription}
            trial_end={shell.trial_end}
          />
        ) : null}
        <ul className="links">
          {[
            ...removeLiveCounts(shell.menu.nav, light).slice(3),
            ...removeLiveCounts(shell.menu.more, light),
          ].map((item) => (
            <li key={item.href}>
              <a href={item.href} data-dialog={item.dialog}>
                <Icon name={item.icon} /> {item.label} <Badge item={item} />
              </a>
            </li>
          ))}
        </ul>
        <SignOutForm name={shell.personName} picture={shell.personPicture} />
      </div>
    </>
  );
}
