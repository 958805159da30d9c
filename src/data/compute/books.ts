// The study's order for Books. The title is not among CM2's properties in the study either.

import { byBoolean, byNumber, byString, type PropertyOrder } from './comparator.ts';

export const BOOK_ORDER: PropertyOrder = {
  cm1: (a, b) => byString(a.author, b.author),
  cm2: [
    (a, b) => byString(a.author, b.author),
    (a, b) => byString(a.description, b.description),
    (a, b) => byString(a.image, b.image),
    (a, b) => byNumber(a.price, b.price),
    (a, b) => byNumber(a.numInStock, b.numInStock),
    (a, b) => byString(a.type, b.type),
    (a, b) => byBoolean(a.onSale, b.onSale),
  ],
};
