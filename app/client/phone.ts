const digitsIn = (text: string) => text.replace(/\D/g, "");

/** Match an extension typed after ten digits: " x12", "ext. 12", "#12". */
const EXTENSION = /\s*(?:e(?:xt?)?|x|#)\.?\s*\d{0,6}$/i;

/**
 * Format a phone number while typing, (906)555-0100, and return the caret position after the digit that the caret
 * followed before.
 */
export function formatTypedPhone(text: string, caret: number): { value: string; caret: number } {
  const tail = EXTENSION.exec(text)?.[0] ?? "";
  const typed = text.slice(0, text.length - tail.length);
  const whole = digitsIn(typed).replace(/^1/, "");
  if (tail && whole.length === 10) {
    const number = formatTypedPhone(typed, Math.min(caret, typed.length));
    const value = `${number.value} ${tail.trimStart()}`;
    return { value, caret: caret > typed.length ? value.length - (text.length - caret) : number.caret };
  }
  const all = digitsIn(text);
  const first = all.startsWith("1") ? 1 : 0;
  const d = all.slice(first, first + 10);
  const value =
    d.length < 4 ? d : `(${d.slice(0, 3)})${d.slice(3, 6)}${d.length > 6 ? `-${d.slice(6)}` : ""}`;
  const before = Math.min(digitsIn(text.slice(0, caret)).length - first, d.length);
  let index = 0;
  for (let passed = 0; passed < before; index++) if (/\d/.test(value[index] ?? "")) passed++;
  return { value, caret: index };
}
