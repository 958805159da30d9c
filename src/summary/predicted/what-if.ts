// What reports and their pages take of the sliders' arithmetic. Pages bundle it: nothing of Node may stand
// here.

export { type WhatIf, type WhatIfRow, type WhatIfTime, whatIfTime } from '../../model/choices/what-if.ts';
