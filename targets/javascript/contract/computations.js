// The computations of targets/DATA.md, on an array in place. Comparators name their properties, as any
// program's would.

const byString = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const ORDERS = {
  book: [
    (a, b) => byString(a.author, b.author),
    (a, b) => byString(a.description, b.description),
    (a, b) => byString(a.image, b.image),
    (a, b) => a.price - b.price,
    (a, b) => a.numInStock - b.numInStock,
    (a, b) => byString(a.type, b.type),
    (a, b) => a.onSale - b.onSale,
  ],
  video: [
    (a, b) => byString(a.title, b.title),
    (a, b) => byString(a.uri, b.uri),
    (a, b) => byString(a.format, b.format),
    (a, b) => a.height - b.height,
    (a, b) => a.width - b.width,
    (a, b) => a.length - b.length,
    (a, b) => a.views - b.views,
    (a, b) => a.enabled - b.enabled,
  ],
};

const ROUNDS = { cm2: 1, cm3: 10, cm4: 100, cm5: 1_000 };

export const COMPUTATIONS = ['none', 'cm1', ...Object.keys(ROUNDS)];

/** Datasets without a published order have `none` alone. */
export function computationsOf(dataset) {
  return dataset in ORDERS ? COMPUTATIONS : ['none'];
}

export function compute(computation, dataset, records) {
  if (computation === 'none') return;
  const [first, ...others] = ORDERS[dataset];
  const comparators = computation === 'cm1' ? [first] : [first, ...others];
  for (let round = 0; round < (ROUNDS[computation] ?? 1); round++) {
    for (const comparator of comparators) records.sort(comparator);
  }
}
