const WRITTEN: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const written = (text: string): string => text.replace(/[&<>"]/g, (letter) => WRITTEN[letter] ?? letter);

/** A small page for people that says why something wasn't answered, where the app has no page for that. */
export const refusalPage = (title: string, message: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${written(title)}</title></head><body><main><h1>${written(title)}</h1><p>${written(message)}</p><p><a href="/">Go to dashboard</a></p></main></body></html>`;
