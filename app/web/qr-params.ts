/**
 * Return the parts of a scanned QR code's address: the printed data, the signature, and the history typed from the
 * paper.
 */
export function readScannedCode(url: string) {
  const { searchParams } = new URL(url);
  const of = (name: string, most: number) => (searchParams.get(name) ?? "").slice(0, most);
  return { p: of("p", 200), sig: of("sig", 100), history: of("history", 100) };
}

/** Check whether an address comes from a sheet's QR code, which has a signature, valid or not. */
const isScannedUrl = (url: string): boolean => new URL(url).searchParams.has("sig");

const PAPER = /^\/(trip-tickets|sheets)\/([^/]+)$/;

/** Return the path of the public page for a scanned QR code; null if the address isn't a sheet's. */
export function getVerificationPath(url: string): string | null {
  const { pathname, search } = new URL(url);
  const [, kind, id] = PAPER.exec(pathname) ?? [];
  return kind && id && isScannedUrl(url) ? `/verify/${kind}/${id}${search}` : null;
}
