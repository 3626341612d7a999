import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDoneParam, type DoneMessageKey } from "~/ui/done";
import { PageHead } from "~/ui/parts";
import { createContext, getSafeNext, identifyCaller } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createDestinationAtMill } from "../data/new-mill.server";
import { getDestinationStep } from "../data/wizard-page.server";
import {
  applyTypedFlow,
  buildFlowHref,
  type DestinationFlow,
  getPinMillId,
  getPreviousFlow,
  hasPin,
  parseFlow,
} from "../rules/wizard";
import { NotesStep } from "../ui/wizard-notes";
import { MapStep, MillStep, ModeStep, NearbyStep, PlaceStep, StepHint } from "../ui/wizard-steps";

export const meta: MetaFunction = () => [{ title: "Add Destination · Timbertally" }];

/**
 * Return the URL after the last step: the page from which the user started to add a destination, else the list of
 * destinations.
 */
const wayOut = ({ return_to }: DestinationFlow, done?: DoneMessageKey) => {
  const query = return_to ? getSafeNext(return_to) : "/";
  const page = query === "/" ? "/company/destinations" : query;
  return done ? addDoneParam(page, done) : page;
};

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { search, searchParams } = new URL(args.request.url);
  if (searchParams.has("back")) {
    const flow = applyTypedFlow(searchParams);
    const to = getPreviousFlow(flow);
    throw redirect(to === "leave" ? wayOut(flow) : buildFlowHref(to));
  }
  const step = await callProcedure(getDestinationStep, ctx, { query: search.slice(0, 16_000) });
  return { step, leave: wayOut(step.flow), submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  const flow = parseFlow(new URL(args.request.url).searchParams);
  const place = flow.location_id
    ? { destination_company_location_id: flow.location_id }
    : hasPin(flow)
      ? {
          latitude: flow.latitude,
          longitude: flow.longitude,
          destination_company_id: getPinMillId(flow) ?? undefined,
        }
      : {};
  return submit(createDestinationAtMill, args, {
    fixed: { company_id: actor.company?.id, ...place },
    to: () => wayOut(flow, "destination-created"),
    sorry: "Sorry, an error occured while creating the destination. Please try again.",
  });
}

export default function NewDestination() {
  const { step, leave, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Add Destination" />
      <div className="stack loose">
        <StepHint step={step} />
        {step.kind === "mode" ? <ModeStep {...step} /> : null}
        {step.kind === "search_mills" ? <MillStep {...step} /> : null}
        {step.kind === "choose_mill_location" ? <PlaceStep {...step} /> : null}
        {step.kind === "choose_location_on_map" ? <MapStep {...step} /> : null}
        {step.kind === "nearby" ? <NearbyStep {...step} /> : null}
        {step.kind === "add_notes_and_products" ? (
          <NotesStep step={step} result={result} submissionId={result?.submission_id ?? submission_id} />
        ) : null}
        <p>
          <a href={leave}>Leave without adding it</a>
        </p>
      </div>
    </div>
  );
}
