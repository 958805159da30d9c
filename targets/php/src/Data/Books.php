<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** What a bookshop's list would hold. An array's elements are evaluated as written: the order of fields is that of draws. */
final class Books implements Dataset
{
    private const TYPES = ['DIGITAL', 'HARDCOVER', 'PAPERBACK'];

    public function name(): string
    {
        return 'book';
    }

    public function seed(): int
    {
        return 20170613;
    }

    public function listName(): string
    {
        return 'books';
    }

    public function recordName(): string
    {
        return 'book';
    }

    public function draw(JavaRandom $random, int $index): array
    {
        return [
            'title' => Draws::text($random, 10, 30),
            'author' => Draws::text($random, 10, 20),
            'description' => Draws::text($random, 100, 400),
            'image' => Draws::uuid($random) . '.png',
            'numInStock' => $random->nextInt(1_001),
            'price' => $random->nextInt(200_001) / 100.0,
            'type' => self::TYPES[$random->nextInt(3)],
            'onSale' => $random->nextBoolean(),
        ];
    }

    public function order(): array
    {
        $all = ['author', 'description', 'image', 'price', 'numInStock', 'type', 'onSale'];
        return ['cm1' => 'author', 'cm2' => $all];
    }
}
