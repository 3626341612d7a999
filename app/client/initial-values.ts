/**
 * Return the values that a field would send as the page was loaded, before the user typed or the browser restored
 * anything.
 */
function cameWith(field: Element): string[] {
  if (field instanceof HTMLTextAreaElement) return [field.defaultValue];
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const chosen = options.filter((option) => option.defaultSelected);
    return (chosen.length || field.multiple ? chosen : options.slice(0, 1)).map((option) => option.value);
  }
  if (!(field instanceof HTMLInputElement) || /^(submit|button|image|reset|file)$/.test(field.type))
    return [];
  if (field.type === "checkbox" || field.type === "radio") return field.defaultChecked ? [field.value] : [];
  return [field.defaultValue];
}

/** Return the entries that the form would send as the page was loaded. */
export const getInitialValues = (form: HTMLFormElement): [string, string][] =>
  [...form.elements].flatMap((field) => {
    const name = field.getAttribute("name");
    if (!name || field.matches(":disabled")) return [];
    return cameWith(field).map((value): [string, string] => [name, value]);
  });
