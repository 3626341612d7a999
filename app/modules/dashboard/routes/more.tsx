import { useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "~/root";
import { Icon } from "~/ui/icon";
import { PageHead } from "~/ui/parts";
import { Badge, CompanyBlock, removeCounts, SignOut } from "~/ui/shell";
import type { loader as shellLoader } from "./frame";

/** On a phone: the pages that don't fit in the bottom bar. */
export default function More() {
  const shell = useRouteLoaderData<typeof shellLoader>("app");
  const light = useRouteLoaderData<typeof rootLoader>("root")?.light ?? true;
  if (!shell) return null;
  return (
    <>
      <PageHead title="More" />
      <div className="stack more narrow">
        {shell.company ? (
          <CompanyBlock
            company={shell.company}
            companies={shell.companies}
            subscription={shell.subscription}
            trial_end={shell.trial_end}
          />
        ) : null}
        <ul className="links">
          {[...removeCounts(shell.menu.nav, light).slice(3), ...removeCounts(shell.menu.more, light)].map(
            (item) => (
              <li key={item.href}>
                <a href={item.href} data-dialog={item.dialog}>
                  <Icon name={item.icon} /> {item.label} <Badge item={item} />
                </a>
              </li>
            ),
          )}
        </ul>
        <SignOut name={shell.personName} picture={shell.personPicture} />
      </div>
    </>
  );
}
