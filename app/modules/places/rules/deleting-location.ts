import { formatCount } from "~/lib/text/text";

/** Describe the effects of deleting a location, for its page and for the dialog on the location. */
export function locationDeletionMessage(destinations: number): string {
  const used = destinations
    ? ` ${formatCount(destinations, "destination")} of yours use it and keep the name.`
    : "";
  return `It's removed from every list. Jobs and tickets that use it keep it.${used}`;
}
