/** Styles for rendering a page for a browser that has no styles of this build yet (server/inline-css.ts). */
export type FirstStyles = {
  /** Return the text of a stylesheet by its address; null if the page has to link to it. */
  textOf(href: string): string | null;
  /** Check whether all pages have it, so that its file is worth fetching for the next one. */
  isShared(href: string): boolean;
  /** Record that the page carries its styles, so that the next one links to them. */
  carried(): void;
};

const LINK = /<link rel="stylesheet" href="([^"]+)"\/?>/g;

/**
 * Inline a document's linked styles, and name the file that all pages share for later ones: without script the browser
 * fetches it when idle, with script the behaviors fetch all (`fetchStyles`). Not for a page that React takes over,
 * which would find a different document than the one rendered.
 */
export function inlineStyles(markup: string, styles: FirstStyles, nonce: string): string {
  const end = markup.indexOf("</head>");
  const files: string[] = [];
  let isCarried = false;
  const head = markup.slice(0, end).replace(LINK, (link, href: string) => {
    const text = styles.textOf(href);
    if (text === null) return link;
    isCarried = true;
    if (styles.isShared(href)) files.push(`<link rel="prefetch" as="style" href="${href}"/>`);
    return `<style nonce="${nonce}" data-of="${href}">${text}</style>`;
  });
  if (!isCarried) return markup;
  styles.carried();
  const ahead = files.length ? `<noscript>${files.join("")}</noscript>` : "";
  return `${head}${ahead}${markup.slice(end)}`;
}
