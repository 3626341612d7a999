/** Build a response with a file that is still being generated, from its name and its chunks. */
export function buildStreamResponse(file: {
  name: string;
  contentType: string;
  body: AsyncGenerator<Uint8Array>;
}) {
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
  return new Response(body, { headers: getFileHeaders(file) });
}

/** Headers of every downloaded file; every response has nosniff (server/headers.ts). */
export const getFileHeaders = (file: { name: string; contentType: string }) => ({
  "Content-Type": file.contentType,
  "Content-Disposition": `attachment; filename="${file.name}"`,
  "Cache-Control": "private, no-store",
});
