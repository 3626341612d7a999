/** What a scanned code's address carries: what was printed, the signature, and the history that somebody typed from the paper. */
export function scannedCode(url: string) {
  const { searchParams } = new URL(url);
  const of = (name: string, most: number) => (searchParams.get(name) ?? "").slice(0, most);
  return { p: of("p", 200), sig: of("sig", 100), history: of("history", 100) };
}

/** Whether an address comes from the code of a sheet: it has a signature, be it a wrong one. */
const isScanned = (url: string): boolean => new URL(url).searchParams.has("sig");

const PAPER = /^\/(trip-tickets|sheets)\/([^/]+)$/;

/** The public page that answers a scanned code; null where the address isn't one of a sheet's. */
export function verificationOf(url: string): string | null {
  const { pathname, search } = new URL(url);
  const [, kind, id] = PAPER.exec(pathname) ?? [];
  return kind && id && isScanned(url) ? `/verify/${kind}/${id}${search}` : null;
}
