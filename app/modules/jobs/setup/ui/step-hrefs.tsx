import { createContext, type ReactNode, useContext } from "react";
import { isFromReview, returnFields, returnToReview } from "../rules/return-to-review";

const Here = createContext("");

/** Provides the current address to the pages inside, so that a step opened from Review leads back there. */
export function StepHrefs({ here, children }: { here: string; children: ReactNode }) {
  return <Here.Provider value={here}>{children}</Here.Provider>;
}

/** Targets of this page's links, and the fields that its searches send along. */
export function useStepHrefs() {
  const here = useContext(Here);
  return {
    hrefOf: (href: string) => returnToReview(here, href),
    searchFields: returnFields(here),
    fromReview: isFromReview(here),
  };
}
