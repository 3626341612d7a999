/** Parse the zero-based page number in a URL; return 0 if it is missing or invalid. */
export function parsePage(url: string): number {
  const page = Number(new URL(url).searchParams.get("page") ?? 0);
  return Number.isInteger(page) && page >= 0 && page < 100_000 ? page : 0;
}
