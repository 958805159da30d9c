// Whether anybody can see the page.

/** What it needs of the document; a fake in tests. */
export type SeenPage = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

const CHANGE = 'visibilitychange';

/** Resolves at once where it is. */
export function untilVisible(page: SeenPage): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (page.visibilityState === 'hidden') return;
      page.removeEventListener(CHANGE, look);
      resolve();
    };
    page.addEventListener(CHANGE, look);
    look();
  });
}

/** Calls back when it has been hidden for so long on end; answers how to stop watching. */
export function onceHiddenFor(page: SeenPage, ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (page.visibilityState === 'hidden') timer = setTimeout(act, ms);
  };
  page.addEventListener(CHANGE, look);
  look();
  return () => {
    clearTimeout(timer);
    page.removeEventListener(CHANGE, look);
  };
}
