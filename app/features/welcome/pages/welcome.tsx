import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getWelcome } from "~/features/welcome/welcome.server";
import { ButtonLink, DetailBox, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Welcome · Timbertally" }];

export const loader = async (args: LoaderFunctionArgs) => call(getWelcome, await context(args), {});

/** Where someone who has set up a company continues: its people, its places, its first job. */
export default function Welcome() {
  const { company, steps } = useLoaderData<typeof loader>();
  const next = steps.find(({ has }) => !has) ?? steps[0];
  return (
    <div className="narrow">
      <PageHead
        title={`Welcome to ${company}`}
        lede={`${steps.length === 3 ? "Three" : "These"} steps to your first load, in any order. You can come back to each later.`}
      />
      <div className="stack loose">
        {steps.map((step, i) => (
          <DetailBox key={step.title} title={`${i + 1}. ${step.title}`} full>
            <p className="soft">{step.why}</p>
            {step.has ? (
              <p>
                <span className="status go">{step.has}</span>
              </p>
            ) : null}
            <div className="row">
              {step.actions.map(({ href, label }, at) => (
                <ButtonLink key={label} href={href} tone={step === next && at === 0 ? "primary" : undefined}>
                  {label}
                </ButtonLink>
              ))}
            </div>
          </DetailBox>
        ))}
        <p>
          <a href="/">Go to dashboard</a>
        </p>
      </div>
    </div>
  );
}
