/**
 * Stylesheets to inline in a page for a browser that has not loaded any stylesheet of this build yet
 * (server/inline-css.ts).
 */
export type InlineStylesSource = {
  /** Return the text of a stylesheet by its URL; null if the page must link to it instead. */
  textOf(href: string): string | null;
  /** Check whether all pages use this stylesheet, so that downloading its file helps the next page. */
  isShared(href: string): boolean;
  /** Record that the page contains its styles, so that the next page links to the stylesheet files. */
  carried(): void;
};

const LINK = /<link rel="stylesheet" href="([^"]+)"\/?>/g;

/**
 * Inline a document's linked styles, and link the file shared by all pages for later use. Without scripts the browser
 * fetches that file when idle; with scripts `fetchStyles` fetches all files. Not for a page that React hydrates,
 * because the document would differ from the rendered one.
 */
export function inlineStyles(markup: string, styles: InlineStylesSource, nonce: string): string {
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
