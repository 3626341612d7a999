import { count } from "~/domain/text/text";

/** What deleting a location does, as its page says it and as the dialog over the location does. */
export function deletingLocation(destinations: number): string {
  const used = destinations
    ? ` ${count(destinations, "destination")} of yours use it and keep the name.`
    : "";
  return `It's removed from every list. Jobs and tickets that use it keep it.${used}`;
}
