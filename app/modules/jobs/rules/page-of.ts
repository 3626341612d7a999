/** Page number in an address, counted from zero; the first if there is no valid one. */
export function parsePage(url: string): number {
  const page = Number(new URL(url).searchParams.get("page") ?? 0);
  return Number.isInteger(page) && page >= 0 && page < 100_000 ? page : 0;
}
