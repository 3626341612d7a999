/* Numbers that are typed into a filter are counted. */
import { all, type PagePart } from "./dom";

const TYPING_MS = 300;
const MOST_NUMBERS = 50;

/** The ticket numbers in a text, each once. */
export const numbersIn = (text: string): number[] =>
  [...new Set(text.match(/\b[1-9]\d{0,8}\b/g))].slice(0, MOST_NUMBERS).map(Number);

/** How many tickets a search answers. */
export function totalIn(answer: unknown): number | null {
  if (!answer || typeof answer !== "object" || !("meta" in answer)) return null;
  const { meta } = answer;
  return meta && typeof meta === "object" && "total" in meta && typeof meta.total === "number"
    ? meta.total
    : null;
}

/** Numbers that are typed into the filter are looked up a moment after. */
function countFound(input: HTMLInputElement) {
  let typing = 0;
  const look = async () => {
    const numbers = numbersIn(input.value);
    const said = input.parentElement?.querySelector("[role=status]");
    if (!said) return;
    said.textContent = "";
    if (!numbers.length) return;
    const answer = await fetch(input.dataset.found ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ trip_ticket_numbers: numbers, take: 1 }),
    }).catch(() => null);
    const total = answer?.ok ? totalIn(await answer.json()) : null;
    if (total !== null) said.textContent = `${total} found`;
  };
  const lookSoon = () => {
    clearTimeout(typing);
    typing = window.setTimeout(look, TYPING_MS);
  };
  input.addEventListener("input", lookSoon);
  if (input.value !== input.defaultValue) lookSoon();
}

export default function wire(part: PagePart) {
  all<HTMLInputElement>(part, "[data-found]").forEach(countFound);
}
