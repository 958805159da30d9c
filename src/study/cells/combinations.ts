// Every combination of levels.

type OneOfEach<Lists> = { [K in keyof Lists]: Lists[K] extends readonly (infer Level)[] ? Level : never };

/** One level of each factor; the last factor changes fastest. */
export function oneOfEach<Lists extends object>(lists: Lists): OneOfEach<Lists>[] {
  let combinations: object[] = [{}];
  for (const [factor, levels] of Object.entries(lists)) {
    combinations = combinations.flatMap((one) =>
      (levels as unknown[]).map((level) => ({ ...one, [factor]: level })),
    );
  }
  return combinations as OneOfEach<Lists>[];
}
