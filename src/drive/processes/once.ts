// Remembers a result that took time to find, but does not remember a failure: the next look may succeed.

export function once<T>(find: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= find().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}
