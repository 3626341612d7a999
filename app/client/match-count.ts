/* Count the tickets that match the numbers typed into a filter. */
import { type PagePart, queryAll } from "./dom";

const TYPING_MS = 300;
const MAX_NUMBERS = 50;

/** Parse the ticket numbers in a text, without duplicates. */
export const parseTicketNumbers = (text: string): number[] =>
  [...new Set(text.match(/\b[1-9]\d{0,8}\b/g))].slice(0, MAX_NUMBERS).map(Number);

/** Return the number of tickets in a search response. */
export function readTicketTotal(answer: unknown): number | null {
  if (!answer || typeof answer !== "object" || !("meta" in answer)) return null;
  const { meta } = answer;
  return meta && typeof meta === "object" && "total" in meta && typeof meta.total === "number"
    ? meta.total
    : null;
}

/** Look up numbers typed into the filter after a short pause. */
function countFound(input: HTMLInputElement) {
  let typing = 0;
  const look = async () => {
    const numbers = parseTicketNumbers(input.value);
    const element = input.parentElement?.querySelector("[role=status]");
    if (!element) return;
    element.textContent = "";
    if (!numbers.length) return;
    const answer = await fetch(input.dataset.found ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ trip_ticket_numbers: numbers, take: 1 }),
    }).catch(() => null);
    const total = answer?.ok ? readTicketTotal(await answer.json()) : null;
    if (total !== null) element.textContent = `${total} found`;
  };
  const lookSoon = () => {
    clearTimeout(typing);
    typing = window.setTimeout(look, TYPING_MS);
  };
  input.addEventListener("input", lookSoon);
  if (input.value !== input.defaultValue) lookSoon();
}

export default function initMatchCount(part: PagePart) {
  queryAll<HTMLInputElement>(part, "[data-found]").forEach(countFound);
}
