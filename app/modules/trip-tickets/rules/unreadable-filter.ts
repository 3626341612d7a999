import { formatFilterValue, formatUnreadableFilter } from "~/lib/text/unreadable-filter";
import { FILTER_LISTS, type FilterList, type UnreadableValue } from "./filter-query";
import { getStatusLabel } from "./trip-ticket";

/** Names of a filter's lists on the page. */
export const FILTER_LIST_LABELS: Record<FilterList, string> = {
  company_ids: "Company",
  mill_ids: "Mill",
  hauler_ids: "Hauler",
  job_ids: "Job",
  product_type_ids: "Product",
  wood_species_ids: "Species",
  job_destination_ids: "Destination",
  trip_ticket_numbers: "Ticket",
  trip_ticket_status_ids: "Status",
  settlement_status_ids: "Settlement",
  settlement_type_ids: "Service",
  user_ids: "User",
  trip_ticket_priority_ids: "Priority",
  import_ids: "Import",
};

const OTHER_LABELS: Record<string, string> = {
  dropped_off_start: "From",
  dropped_off_end: "To",
  when: "When",
  date_field: "Which date",
  scaled: "Scaled",
};

/** Name an unreadable value in words: `Status "bogus"`. */
export function formatUnreadableValue({ part, text }: UnreadableValue): string {
  const list = FILTER_LISTS.find((name) => name === part);
  const label = list ? FILTER_LIST_LABELS[list] : (OTHER_LABELS[part] ?? part);
  const isKnownStatus = list === "trip_ticket_status_ids" && /^[1-7]$/.test(text);
  return formatFilterValue(label, isKnownStatus ? getStatusLabel(Number(text)) : text);
}

/** Sentence that names the filter values that can't be read. */
export const getUnreadableFilterMessage = (values: readonly UnreadableValue[]): string =>
  formatUnreadableFilter(values.map(formatUnreadableValue));
