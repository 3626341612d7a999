/** What a page is made with for a browser that has no styles of this build yet (server/first-styles.ts). */
export type FirstStyles = {
  /** The text of a stylesheet by its address; null where the page has to link to it. */
  textOf(href: string): string | null;
  /** Notes that the page carries its styles, so that the next one links to them. */
  carried(): void;
};

const LINK = /<link rel="stylesheet" href="([^"]+)"\/?>/g;

/**
 * Puts the styles of a document where it links to them, and names their files for the pages after it: without script the
 * browser fetches them at leisure, with script the behaviors do (`fetchStyles`). Not for a page that React takes over, which
 * would find another document than it was made of.
 */
export function carryStyles(markup: string, styles: FirstStyles, nonce: string): string {
  const end = markup.indexOf("</head>");
  const files: string[] = [];
  const head = markup.slice(0, end).replace(LINK, (link, href: string) => {
    const text = styles.textOf(href);
    if (text === null) return link;
    files.push(`<link rel="prefetch" as="style" href="${href}"/>`);
    return `<style nonce="${nonce}" data-of="${href}">${text}</style>`;
  });
  if (!files.length) return markup;
  styles.carried();
  return `${head}<noscript>${files.join("")}</noscript>${markup.slice(end)}`;
}
