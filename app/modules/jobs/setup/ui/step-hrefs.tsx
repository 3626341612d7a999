import { createContext, type ReactNode, useContext } from "react";
import { getReviewMarkFields, isFromReview, resolveSetupHref } from "../rules/return-to-review";

const Here = createContext("");

/** Provides the current address to the pages inside, so that a step opened from Review leads back there. */
export function StepHrefProvider({ here, children }: { here: string; children: ReactNode }) {
  return <Here.Provider value={here}>{children}</Here.Provider>;
}

/** Return the function that resolves this page's links, and the fields that its search forms send along. */
export function useStepHrefs() {
  const here = useContext(Here);
  return {
    hrefOf: (href: string) => resolveSetupHref(here, href),
    searchFields: getReviewMarkFields(here),
    fromReview: isFromReview(here),
  };
}
