<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** A list of generated records; a record is an array, field → value, fields in the order of targets/DATA.md. */
interface Dataset
{
    public function name(): string;

    /** Of the one generator that all records are drawn from, one after the other. */
    public function seed(): int;

    /** What the list and one record are called in XML: `books`, `book`. */
    public function listName(): string;

    public function recordName(): string;

    /** @return array<string, string|int|float|bool> */
    public function draw(JavaRandom $random, int $index): array;

    /**
     * What computations sort by: `cm1` once, `cm2` once by each of these. Null where nobody has published an order.
     *
     * @return array{cm1: string, cm2: list<string>}|null
     */
    public function order(): ?array;
}
