import { useRouteLoaderData } from "@remix-run/react";
import type { loader as shellLoader } from "~/features/home/pages/frame";
import type { loader as rootLoader } from "~/root";
import { Icon } from "~/ui/icon";
import { PageHead } from "~/ui/parts";
import { Badge, CompanyBlock, SignOut, uncounted } from "~/ui/shell";

/** On a phone: the places that the bar below has no room for. */
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
          {[...uncounted(shell.menu.nav, light).slice(3), ...uncounted(shell.menu.more, light)].map(
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
