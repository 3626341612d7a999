/** The page that an address asks for, counted from zero; the first where it asks for nothing that is one. */
export function pageOf(url: string): number {
  const page = Number(new URL(url).searchParams.get("page") ?? 0);
  return Number.isInteger(page) && page >= 0 && page < 100_000 ? page : 0;
}
