// The study's order for Videos.

import { byBoolean, byNumber, byString, type PropertyOrder } from './comparator.ts';

export const VIDEO_ORDER: PropertyOrder = {
  cm1: (a, b) => byString(a.title, b.title),
  cm2: [
    (a, b) => byString(a.title, b.title),
    (a, b) => byString(a.uri, b.uri),
    (a, b) => byString(a.format, b.format),
    (a, b) => byNumber(a.height, b.height),
    (a, b) => byNumber(a.width, b.width),
    (a, b) => byNumber(a.length, b.length),
    (a, b) => byNumber(a.views, b.views),
    (a, b) => byBoolean(a.enabled, b.enabled),
  ],
};
