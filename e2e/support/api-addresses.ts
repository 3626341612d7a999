type Document = { paths: Record<string, unknown> };

/**
 * Every address of the API, written as routes are: one route serves them all, so that the manifest doesn't know them.
 * They are read from the document at /api/openapi.json, which is made of the table that is served.
 */
export async function apiAddresses(
  read: (address: string) => Promise<{ json(): Promise<unknown> } | undefined>,
): Promise<string[]> {
  const document = (await (await read("/api/openapi.json"))?.json()) as Document;
  return Object.keys(document.paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
}
