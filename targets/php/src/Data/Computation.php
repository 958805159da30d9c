<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** The published models: cm1 sorts once, cm2 once by each of several fields, cm3 to cm5 repeat cm2. */
final class Computation
{
    private const REPETITIONS = ['cm2' => 1, 'cm3' => 10, 'cm4' => 100, 'cm5' => 1_000];

    public const NAMES = ['none', 'cm1', 'cm2', 'cm3', 'cm4', 'cm5'];

    /** @return list<string> those that there are of a dataset */
    public static function namesFor(Dataset $dataset): array
    {
        return $dataset->order() === null ? ['none'] : self::NAMES;
    }

    /** @param list<array<string, string|int|float|bool>> $records */
    public static function run(string $name, Dataset $dataset, array &$records): void
    {
        if ($name === 'none') {
            return;
        }
        $order = $dataset->order();
        $fields = $name === 'cm1' ? [$order['cm1']] : $order['cm2'];
        for ($i = self::REPETITIONS[$name] ?? 1; $i > 0; $i--) {
            foreach ($fields as $field) {
                usort($records, self::comparator($records[0][$field], $field));
            }
        }
    }

    /** Strings by their bytes, which for these data is by UTF-16 code unit; `<=>` would take "1e3" and "1000" for equal. */
    private static function comparator(mixed $sample, string $field): callable
    {
        return is_string($sample)
            ? static fn (array $a, array $b): int => strcmp($a[$field], $b[$field])
            : static fn (array $a, array $b): int => $a[$field] <=> $b[$field];
    }
}
