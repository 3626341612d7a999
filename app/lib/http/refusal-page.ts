const WRITTEN: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const written = (text: string): string => text.replace(/[&<>"]/g, (letter) => WRITTEN[letter] ?? letter);

/** Return a minimal HTML page with an error message, used when the app can't render a page. */
export const buildErrorPage = (title: string, message: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${written(title)}</title></head><body><main><h1>${written(title)}</h1><p>${written(message)}</p><p><a href="/">Go to dashboard</a></p></main></body></html>`;
