<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** The records that all workers share. An array is a value in PHP: whoever sorts what it is given sorts a copy. */
final class StoredData
{
    public function __construct(private readonly string $folder)
    {
    }

    /**
     * A fresh list of the first n.
     *
     * @return list<array<string, string|int|float|bool>>
     */
    public function first(int $n, Dataset $dataset): array
    {
        $chunks = [];
        for ($chunk = 0; $chunk * ChunkFile::RECORDS < $n; $chunk++) {
            $records = require "$this->folder/" . ChunkFile::nameOf($dataset, $chunk);
            $chunks[] = array_slice($records, 0, $n - $chunk * ChunkFile::RECORDS);
        }
        return array_merge(...$chunks);
    }
}
