// Figures as warnings say them: three or four digits, whatever their size.

export function figure(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? 4 : 3)));
}

export function percent(share: number): string {
  return `${figure(share * 100)} %`;
}
