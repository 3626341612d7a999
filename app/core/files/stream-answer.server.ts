/** What is sent as a file that is being written: its name, and bytes as they come. */
export function streamAnswer(file: { name: string; contentType: string; body: AsyncGenerator<Uint8Array> }) {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await file.body.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await file.body.return(undefined);
    },
  });
  return new Response(body, { headers: headersOf(file) });
}

/** What every file that is downloaded says of itself; every answer says nosniff (server/headers.ts). */
export const headersOf = (file: { name: string; contentType: string }) => ({
  "Content-Type": file.contentType,
  "Content-Disposition": `attachment; filename="${file.name}"`,
  "Cache-Control": "private, no-store",
});
