// The text of an answer, line by line as it comes. Safari iterates no ReadableStream, so it is read by its
// reader.

/** Each whole line, without its end; what stands after the last end is no line. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    // Whoever has read enough keeps no connection; one that broke cannot be cancelled, and need not be.
    reader.cancel().catch(() => {});
  }
}
